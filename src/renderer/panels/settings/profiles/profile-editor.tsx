import { useEffect, useState } from 'react'
import type { Output } from '@shared/procedures'
import { call } from '../../../bridge/call'
import { useText } from '../../../i18n/text'
import { projectId } from '../../../stores/app'
import { attempt, inform } from '../../../stores/notices'
import { draftId, useProfiles, type OwnLayer, type ProfileDraft } from '../../../stores/profiles'
import { Button } from '../../../ui/button'
import { ErrorNote } from '../../../ui/error-note'
import { UnknownNames } from './unknown-names'

const restMs = 250
type Check = Output<'profiles.check'>

/** What core says of the text once the typing rests; null while it is being looked at. */
function useCheck(layer: OwnLayer, key: string, text: string): Check | null {
  const [found, setFound] = useState<{ text: string; check: Check } | null>(null)
  useEffect(() => {
    let wanted = true
    const timer = setTimeout(() => {
      call('profiles.check', { project: projectId(), layer, key, text }).then((check) => { if (wanted) setFound({ text, check }) }, () => undefined)
    }, restMs)
    return () => { wanted = false; clearTimeout(timer) }
  }, [layer, key, text])
  return found?.text === text ? found.check : null
}

function Verdict({ check }: { check: Check | null }) {
  const t = useText()
  if (!check) return <p className="muted profile-verdict" aria-busy="true" />
  if (check.fault) return <ErrorNote fault={check.fault} testId="profile-lint" opened={check.fault.code !== 'PROFILE_BROKEN'} />
  if (check.unknown.length + check.unknownRules.length > 0) return <UnknownNames {...check} />
  return <p className="muted profile-verdict" data-testid="profile-good">{t('profiles.good')}</p>
}

function Editor({ layer, profileKey, trusted, draft }: { layer: OwnLayer; profileKey: string; trusted: boolean; draft: ProfileDraft }) {
  const t = useText()
  const { draft: keep, load } = useProfiles()
  const check = useCheck(layer, profileKey, draft.text)
  const enable = layer === 'project' && trusted
  const save = async () => {
    const { text, baseHash } = draft
    const done = await attempt(() => call('profiles.save', { project: projectId(), layer, key: profileKey, text, baseHash, enable }))
    if (!done) return
    // Typed on while it was written: what is left goes on from what is in the file now.
    const now = useProfiles.getState().drafts[draftId(layer, profileKey)]
    keep(layer, profileKey, now && now.text !== text ? { text: now.text, baseHash: done.hash } : null)
    inform(t('profiles.saved'))
    await load()
  }
  return (
    <form className="profile-editor" data-testid="profile-editor" data-id={layer} onSubmit={(event) => { event.preventDefault(); void save() }}>
      <label className="field"><span className="label">{t('profiles.file', { layer: t(`profiles.layer.${layer}`) })}</span>
        <textarea className="input profile-source" data-testid="profile-source" data-user-content spellCheck={false} rows={22} aria-label={t('profiles.text')} value={draft.text} onChange={(event) => keep(layer, profileKey, { text: event.target.value, baseHash: draft.baseHash })}
          onKeyDown={(event) => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); void save() } }} />
      </label>
      <Verdict check={check} />
      {layer === 'project' && !trusted && <p className="note">{t('profiles.trustFirst')}</p>}
      <div className="row">
        <Button type="submit" kind="primary" testId="profile-save" disabled={check === null || check.fault !== null}>{t(enable ? 'profiles.saveUse' : 'common.save')}</Button>
        <Button kind="quiet" testId="profile-discard" onClick={() => keep(layer, profileKey, null)}>{t('profiles.discard')}</Button>
      </div>
    </form>
  )
}

/** Front matter and instructions as one text; core says at once what is wrong with it. */
export function ProfileEditor({ layer, profileKey, trusted }: { layer: OwnLayer; profileKey: string; trusted: boolean }) {
  const draft = useProfiles((s) => s.drafts[draftId(layer, profileKey)])
  return draft ? <Editor layer={layer} profileKey={profileKey} trusted={trusted} draft={draft} /> : null
}
