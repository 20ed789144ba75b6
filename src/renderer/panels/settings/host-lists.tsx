import { useCallback, useEffect, useState, type FormEvent } from 'react'
import type { Fault } from '@shared/fault'
import type { Output } from '@shared/procedures'
import type { HostRow } from '@shared/procedures/web'
import { call } from '../../bridge/call'
import { onEvent } from '../../bridge/event-stream'
import { errorFault } from '../../i18n/fault-text'
import { useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { attempt } from '../../stores/notices'
import { Button } from '../../ui/button'
import { ErrorNote } from '../../ui/error-note'
import { visibleText } from '@shared/visible-text'
import { Choice } from './rows'

type Lists = Output<'hosts.list'>
const verdicts = ['allow', 'deny'] as const
const heading = { allow: 'web.allowed', deny: 'web.denied' } as const

function Row({ row, onChange }: { row: HostRow; onChange: (next: Lists) => void }) {
  const t = useText()
  const remove = () => void attempt(async () => onChange(await call('hosts.remove', { project: projectId(), host: row.host })))
  return (
    <li data-testid="host-row" data-id={row.host} data-state={row.verdict}>
      <span><code data-user-content>{visibleText(row.host)}</code>{row.readable !== null && <span data-user-content> {visibleText(row.readable)}</span>}{row.mixed && <span className="bad"> {t('web.mixed')}</span>}</span>
      <span className="muted">{row.ownNetwork && <>{t('web.ownNetworkMark')} · </>}{t(`web.from.${row.source}`)}</span>
      {row.source === 'author' && <Button size="small" kind="quiet" testId="host-remove" onClick={remove}>{t('web.hostRemove')}</Button>}
    </li>
  )
}

function AddHost({ onChange }: { onChange: (next: Lists) => void }) {
  const t = useText()
  const [host, setHost] = useState('')
  const [verdict, setVerdict] = useState<HostRow['verdict']>('allow')
  const [ownNetwork, setOwnNetwork] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const add = async (event: FormEvent) => {
    event.preventDefault()
    try {
      onChange(await call('hosts.add', { project: projectId(), host: host.trim(), verdict, ownNetwork: verdict === 'allow' && ownNetwork }))
      setHost('')
      setOwnNetwork(false)
      setFault(null)
    } catch (error) {
      setFault(errorFault(error))
    }
  }
  return (
    <form className="provider" onSubmit={(event) => void add(event)}>
      <div className="form-grid">
        <label className="field"><span className="label">{t('web.host')}</span><input className="input" data-testid="host-input" data-user-content maxLength={300} placeholder="example.com" spellCheck={false} value={host} onChange={(event) => { setHost(event.target.value); setFault(null) }} /></label>
        <label className="field"><span className="label">{t('web.verdict')}</span><Choice id="host-verdict" testId="host-verdict" value={verdict} options={verdicts.map((value) => ({ value, label: t(heading[value]) }))} onChange={setVerdict} /></label>
      </div>
      <p className="muted">{t('web.hostHelp')}</p>
      {verdict === 'allow' && <label className="check-row"><input type="checkbox" data-testid="host-own" checked={ownNetwork} onChange={(event) => setOwnNetwork(event.target.checked)} /> {t('web.ownNetwork')}</label>}
      {fault && <ErrorNote fault={fault} testId="host-error" />}
      <div className="row"><Button kind="primary" type="submit" testId="host-add" disabled={host.trim() === ''}>{t('web.hostAdd')}</Button></div>
    </form>
  )
}

/** Websites that are read without asking and those that never are, each with where it comes from; a change counts from the next call on (07 §1.2). */
export function HostLists() {
  const t = useText()
  const [lists, setLists] = useState<Lists | null>(null)
  const read = useCallback(() => { void attempt(async () => setLists(await call('hosts.list', { project: projectId() }))) }, [])
  useEffect(() => {
    read()
    return onEvent('settings.changed', read)
  }, [read])
  if (lists === null) return null
  return (
    <section data-testid="settings-hosts"><h2>{t('web.hosts')}</h2><p className="muted">{t('web.hostsHint')}</p>
      {lists.error !== null && <p className="note" data-kind="warn" role="alert" data-testid="hosts-broken">{t('web.broken')} <span data-user-content>{lists.error}</span></p>}
      {verdicts.map((verdict) => {
        const rows = lists.hosts.filter((row) => row.verdict === verdict)
        return <section key={verdict}><h3>{t(heading[verdict])}</h3>{rows.length === 0 ? <p className="muted">{t('web.none')}</p> : <ul className="trust-rows">{rows.map((row) => <Row key={`${row.source} ${row.host}`} row={row} onChange={setLists} />)}</ul>}</section>
      })}
      <AddHost onChange={setLists} />
    </section>
  )
}
