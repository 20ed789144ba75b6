import { useState } from 'react'
import type { Output } from '@shared/procedures'
import { Thinking, type Compaction, type ProfileSettings } from '@shared/settings'
import { Risk, WorkMode } from '@shared/tool-result'
import { call } from '../../../bridge/call'
import { useText } from '../../../i18n/text'
import { projectId, useReadOnly } from '../../../stores/app'
import { useModels } from '../../../stores/models'
import { useProfiles, type OwnLayer } from '../../../stores/profiles'
import { Button } from '../../../ui/button'
import { inTurn } from '../in-turn'
import { Choice, NumberField, SettingRow } from '../rows'
import { ToolPicks } from './tool-picks'

type Effective = Output<'profiles.show'>['effective']
interface Props { profileKey: string | null; settings: Output<'profiles.overview'>['settings']; effective: Effective }
type Gates = NonNullable<ProfileSettings['gates']>

const isSet = ([, value]: [string, unknown]): boolean => value !== undefined && !(Array.isArray(value) && value.length === 0) && !(typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0)
/** A field that says nothing is left out; settings that say nothing are gone. */
const pruned = <T extends object>(value: T): T => Object.fromEntries(Object.entries(value).filter(isSet)) as T

type Change = (now: ProfileSettings) => ProfileSettings
const ownOf = (settings: Props['settings'], layer: OwnLayer, key: string | null): ProfileSettings => (key === null ? settings[layer].common : settings[layer].profiles?.[key]) ?? {}
const turn = inTurn()

function save(layer: OwnLayer, key: string | null, change: Change): void {
  const project = projectId()
  turn(async () => {
    const { gates = {}, compaction = {}, ...others } = change(ownOf((await call('profiles.overview', { project })).settings, layer, key))
    const settings = pruned({ ...others, gates: pruned(gates), compaction: pruned(compaction) })
    await call('profiles.setSettings', { project, layer, key, settings: Object.keys(settings).length === 0 ? null : settings })
    await useProfiles.getState().load()
  })
}

function Model({ id, own, effective, set }: { id: string; own: ProfileSettings; effective: Effective; set: (change: ProfileSettings) => void }) {
  const t = useText()
  const models = useModels((s) => s.models)
  const options = [{ value: '', label: t('profiles.unset') }, ...models.map((model) => ({ value: model.id, label: model.id === 'demo/author' ? t('sessions.modelDemo') : model.id, userText: model.id !== 'demo/author' }))]
  const hint = effective?.model ? { hint: t('profiles.now', { value: effective.model }) } : {}
  return <SettingRow label={t('profiles.model')} {...hint} htmlFor={`${id}-model`}><Choice id={`${id}-model`} testId="run-model" value={own.model ?? ''} options={options} onChange={(model) => set({ model: model === '' ? undefined : model })} /></SettingRow>
}

function Gating({ id, own, set }: { id: string; own: Gates; set: (change: Gates) => void }) {
  const t = useText()
  const modes = [{ value: '' as const, label: t('profiles.unset') }, ...WorkMode.options.filter((mode) => mode !== 'normal').map((value) => ({ value, label: t(`sessions.mode.${value}`) }))]
  const risks = [{ value: '' as const, label: t('profiles.unset') }, ...Risk.options.filter((risk) => risk !== 'high').map((value) => ({ value, label: t(`tools.risk.${value}`) }))]
  return (
    <>
      <SettingRow label={t('profiles.workMode')} hint={t('profiles.tightens')} htmlFor={`${id}-mode`}><Choice id={`${id}-mode`} testId="run-mode" value={own.workMode === 'normal' ? '' : (own.workMode ?? '')} options={modes} onChange={(mode) => set({ workMode: mode === '' ? undefined : mode })} /></SettingRow>
      <SettingRow label={t('profiles.maxRisk')} hint={t('profiles.tightens')} htmlFor={`${id}-risk`}><Choice id={`${id}-risk`} testId="run-risk" value={own.maxRisk === 'high' ? '' : (own.maxRisk ?? '')} options={risks} onChange={(risk) => set({ maxRisk: risk === '' ? undefined : risk })} /></SettingRow>
      <ToolPicks id={`${id}-deny`} label={t('profiles.deny')} value={own.deny ?? []} onChange={(deny) => set({ deny })} />
      <ToolPicks id={`${id}-ask`} label={t('profiles.ask')} value={own.ask ?? []} onChange={(ask) => set({ ask })} />
    </>
  )
}

/** When its conversations become a summary; empty is as its pack does it (04 §7). */
function Compacting({ id, own, set }: { id: string; own: Compaction; set: (change: Compaction) => void }) {
  const t = useText()
  return (
    <>
      <SettingRow label={t('profiles.reserve')} hint={t('profiles.reserveHint')} htmlFor={`${id}-reserve`}><NumberField id={`${id}-reserve`} testId="run-reserve" min={1_000} max={1_000_000} step={1} value={own.reserve ?? null} onChange={(reserve) => set({ reserve: reserve ?? undefined })} /></SettingRow>
      <SettingRow label={t('profiles.keep')} hint={t('profiles.keepHint')} htmlFor={`${id}-keep`}><NumberField id={`${id}-keep`} testId="run-keep" min={1_000} max={1_000_000} step={1} value={own.keep ?? null} onChange={(keep) => set({ keep: keep ?? undefined })} /></SettingRow>
    </>
  )
}

/** Run settings of one kind of assistant, or of all, for every novel or for this one; each takes effect at once. */
export function RunSettings({ profileKey, settings, effective }: Props) {
  const t = useText()
  const readOnly = useReadOnly()
  const [layer, setLayer] = useState<OwnLayer>('global')
  const own = ownOf(settings, layer, profileKey)
  const id = `run-${profileKey ?? 'all'}-${layer}`
  const set = (change: ProfileSettings) => save(layer, profileKey, (now) => ({ ...now, ...change }))
  const thoughts = [{ value: '' as const, label: t('profiles.unset') }, ...Thinking.options.map((value) => ({ value, label: t(`profiles.thinking.${value}`) }))]
  return (
    <fieldset className="run-settings" data-testid="run-settings" data-id={profileKey ?? 'common'} disabled={layer === 'project' && readOnly}>
      <legend className="visually-hidden">{t('profiles.run')}</legend>
      {profileKey !== null && <p className="muted">{t('profiles.runHint')}</p>}
      <span className="segments" role="group" aria-label={t('profiles.for')}>{(['global', 'project'] as const).map((one) => <Button key={one} size="small" kind="quiet" testId={`run-for-${one}`} aria-pressed={layer === one} onClick={() => setLayer(one)}>{t(`profiles.for.${one}`)}</Button>)}</span>
      <div key={id}>
        <Model id={id} own={own} effective={effective} set={set} />
        <SettingRow label={t('profiles.thinking')} hint={t('profiles.thinkingHint')} htmlFor={`${id}-thinking`}><Choice id={`${id}-thinking`} testId="run-thinking" value={own.thinking ?? ''} options={thoughts} onChange={(thinking) => set({ thinking: thinking === '' ? undefined : thinking })} /></SettingRow>
        <SettingRow label={t('profiles.temperature')} htmlFor={`${id}-temperature`}><NumberField id={`${id}-temperature`} testId="run-temperature" min={0} max={2} step={0.1} value={own.temperature ?? null} onChange={(temperature) => set({ temperature: temperature ?? undefined })} /></SettingRow>
        <SettingRow label={t('profiles.maxSteps')} htmlFor={`${id}-steps`}><NumberField id={`${id}-steps`} testId="run-steps" min={1} max={200} step={1} value={own.maxSteps ?? null} onChange={(maxSteps) => set({ maxSteps: maxSteps ?? undefined })} /></SettingRow>
        <Compacting id={id} own={own.compaction ?? {}} set={(change) => save(layer, profileKey, (now) => ({ ...now, compaction: { ...now.compaction, ...change } }))} />
        <Gating id={id} own={own.gates ?? {}} set={(change) => save(layer, profileKey, (now) => ({ ...now, gates: { ...now.gates, ...change } }))} />
      </div>
    </fieldset>
  )
}
