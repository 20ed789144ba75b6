import { useState } from 'react'
import { Theme, type Locale, type UiSettings } from '@shared/settings'
import { useText } from '../../i18n/text'
import { useApp } from '../../stores/app'
import { attempt } from '../../stores/notices'
import { Choice, NumberField, SettingRow } from './rows'

const languageNames: Record<Locale, string> = { 'zh-CN': '简体中文', en: 'English' }

/** Language, theme, fonts. */
export function LookSection() {
  const t = useText()
  const { ui, setUi, info } = useApp()
  // A change that was refused does not stay in its field.
  const [refused, setRefused] = useState(0)
  if (!ui) return null
  const change = (next: Partial<UiSettings>) => void attempt(async () => { await setUi(next); return true }).then((done) => { if (done === null) setRefused((n) => n + 1) })
  const fonts = [{ value: '', label: t('settings.fontDefault') }, ...(info?.fonts ?? []).map((font) => ({ value: font, label: font, userText: true }))]
  return (
    <>
      <SettingRow label={t('settings.language')} htmlFor="set-language">
        <Choice id="set-language" testId="settings-language" value={ui.language ?? ''} onChange={(v) => change({ language: v === '' ? null : v })}
          options={[{ value: '', label: t('settings.languageSystem') }, { value: 'zh-CN', label: languageNames['zh-CN'], userText: true }, { value: 'en', label: languageNames.en, userText: true }]} />
      </SettingRow>
      <SettingRow label={t('settings.theme')} htmlFor="set-theme">
        <Choice id="set-theme" testId="settings-theme" value={ui.theme} onChange={(theme) => change({ theme })} options={Theme.options.map((value) => ({ value, label: t(`settings.theme.${value}`) }))} />
      </SettingRow>
      <SettingRow label={t('settings.font')} htmlFor="set-font"><Choice id="set-font" value={ui.fontFamily ?? ''} onChange={(font) => change({ fontFamily: font === '' ? null : font })} options={fonts} /></SettingRow>
      <SettingRow label={t('settings.fontSize')} htmlFor="set-size"><NumberField key={refused} id="set-size" testId="settings-font" value={ui.fontSize} min={10} max={40} step={1} onChange={(n) => { if (n !== null) change({ fontSize: n }) }} /></SettingRow>
      <SettingRow label={t('settings.lineHeight')} htmlFor="set-line"><NumberField key={refused} id="set-line" value={ui.lineHeight} min={1.2} max={3} step={0.1} onChange={(n) => { if (n !== null) change({ lineHeight: n }) }} /></SettingRow>
      <SettingRow label={t('settings.textWidth')} htmlFor="set-width"><NumberField key={refused} id="set-width" value={ui.textWidth} min={20} max={140} step={1} placeholder="38" onChange={(textWidth) => change({ textWidth })} /></SettingRow>
    </>
  )
}
