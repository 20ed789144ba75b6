import { useEffect, useState } from 'react'
import type { ProfileOverviewRow } from '@shared/procedures/profiles'
import { useText } from '../../../i18n/text'
import { useProfiles } from '../../../stores/profiles'
import { useReadOnly } from '../../../stores/app'
import { Button } from '../../../ui/button'
import { ErrorNote } from '../../../ui/error-note'
import { LateLoading } from '../../../ui/late-loading'
import { moveInList } from '../../../ui/list-keys'
import { emptyProfile } from './new-profile'
import { ProfileView } from './profile-view'
import { RunSettings } from './run-settings'

function Row({ row }: { row: ProfileOverviewRow }) {
  const t = useText()
  const open = useProfiles((s) => s.open)
  return (
    <li>
      <button type="button" data-row className="profile-row" data-testid="profile-row" data-id={row.key} data-state={row.layer ?? 'broken'} onClick={() => open(row.key)}>
        <span className="profile-line"><span className="profile-name"><span data-user-content={row.layer === 'product' ? undefined : ''}>{row.name}</span>{row.name !== row.key && <span className="muted" data-user-content>{row.key}</span>}</span>{row.layer === null ? <span className="tag" data-kind="bad">{t('profiles.broken')}</span> : <span className="tag">{t(`profiles.layer.${row.layer}`)}</span>}</span>
        <span className="muted ellipsis" data-user-content>{row.description}</span>
        {row.waits !== null && <span><span className="tag" data-kind="warn" data-testid="profile-waits">{t(`profiles.waits.${row.waits}`)}</span></span>}
      </button>
    </li>
  )
}

/** The one the author talks to first, then those that can be started, then what works for them. */
const rank = ({ key, creationMode }: ProfileOverviewRow): number => (key === 'leader.default' ? 0 : creationMode === 'system_only' ? 2 : 1)
const inUse = (rows: readonly ProfileOverviewRow[]): ProfileOverviewRow[] => rows.toSorted((a, b) => rank(a) - rank(b))

const keyForm = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)*$/

/** A kind of assistant of the author's own, begun from a small text that is right. */
function NewProfile({ taken }: { taken: ReadonlySet<string> }) {
  const t = useText()
  const { open, draft } = useProfiles()
  const [key, setKey] = useState<string | null>(null)
  if (key === null) return <div><Button testId="profile-new" onClick={() => setKey('')}>{t('profiles.new')}</Button></div>
  const good = keyForm.test(key) && key.length <= 48 && !taken.has(key)
  const make = () => { draft('global', key, { text: emptyProfile(key), baseHash: null }); open(key) }
  return (
    <form className="row" onSubmit={(event) => { event.preventDefault(); if (good) make() }}>
      <label className="field"><span className="label">{t('profiles.newKey')}</span><input className="input" autoFocus data-testid="profile-new-key" data-user-content value={key} onChange={(event) => setKey(event.target.value)} onKeyDown={(event) => { if (event.key === 'Escape') setKey(null) }} /></label>
      <Button type="submit" kind="primary" disabled={!good}>{t('profiles.newMake')}</Button>
      {key !== '' && !good && <span className="field-refused" role="status" data-testid="profile-new-why">{t(taken.has(key) ? 'profiles.newKeyTaken' : 'profiles.newKeyForm')}</span>}
    </form>
  )
}

/** Kinds of assistants, or the one in front. */
export function AgentsSection() {
  const t = useText()
  const readOnly = useReadOnly()
  const { overview, key, fault, load } = useProfiles()
  useEffect(() => { void load() }, [load])
  if (fault) return <ErrorNote fault={fault} onRetry={() => void load()} />
  if (!overview) return <LateLoading />
  if (key !== null) return <ProfileView profileKey={key} overview={overview} />
  return (
    <>
      <p className="muted">{t('profiles.intro')}</p>
      <section><h2>{t('profiles.list')}</h2><ul className="profile-rows" onKeyDown={moveInList}>{inUse(overview.profiles).map((row) => <Row key={row.key} row={row} />)}</ul></section>
      {!readOnly && <NewProfile taken={new Set(overview.profiles.map((row) => row.key))} />}
      <section><h2>{t('profiles.runAll')}</h2><RunSettings profileKey={null} settings={overview.settings} effective={null} /></section>
    </>
  )
}
