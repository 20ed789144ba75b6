import type { UiSettings } from '@shared/settings'
import { useText } from '../../i18n/text'
import { novelLocale, useApp } from '../../stores/app'
import { attempt } from '../../stores/notices'
import { Choice, SettingRow, Toggle } from './rows'

/** Punctuation, focus mode, the assistant's Enter, notifications. */
export function WritingSection() {
  const t = useText()
  const { ui, setUi } = useApp()
  if (!ui) return null
  const change = (next: Partial<UiSettings>) => void attempt(() => setUi(next))
  return (
    <>
      <SettingRow label={t('settings.punctuation')} htmlFor="set-punct"><Toggle id="set-punct" on={ui.punctuation ?? novelLocale() === 'zh-CN'} onChange={(punctuation) => change({ punctuation })} /></SettingRow>
      <SettingRow label={t('settings.quoteStyle')} htmlFor="set-quote">
        <Choice id="set-quote" value={ui.quoteStyle} onChange={(quoteStyle) => change({ quoteStyle })} options={[{ value: 'curly', label: t('settings.quoteCurly') }, { value: 'corner', label: t('settings.quoteCorner') }]} />
      </SettingRow>
      <SettingRow label={t('settings.typewriter')} htmlFor="set-type"><Toggle id="set-type" on={ui.typewriter} onChange={(typewriter) => change({ typewriter })} /></SettingRow>
      <SettingRow label={t('settings.dimming')} htmlFor="set-dim"><Toggle id="set-dim" on={ui.dimming} onChange={(dimming) => change({ dimming })} /></SettingRow>
      <SettingRow label={t('settings.sendWithEnter')} htmlFor="set-enter"><Toggle id="set-enter" on={ui.sendWithEnter} onChange={(sendWithEnter) => change({ sendWithEnter })} /></SettingRow>
      <SettingRow label={t('settings.notifications')} hint={t('settings.notificationsHint')} htmlFor="set-notify"><Toggle id="set-notify" on={ui.notifications} onChange={(notifications) => change({ notifications })} /></SettingRow>
    </>
  )
}
