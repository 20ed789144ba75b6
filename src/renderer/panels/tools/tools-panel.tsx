import { Plus, MoreHorizontal } from 'lucide-react'
import { useEffect } from 'react'
import type { ToolListRow } from '@shared/procedures/tools'
import { useText } from '../../i18n/text'
import { useReadOnly } from '../../stores/app'
import { useServers } from '../../stores/servers'
import { useTools } from '../../stores/tools'
import { Button, IconButton } from '../../ui/button'
import { ErrorNote } from '../../ui/error-note'
import { LateLoading } from '../../ui/late-loading'
import { moveInList } from '../../ui/list-keys'
import { ButtonMenu } from '../../ui/menu'
import { ServerList } from './servers/server-list'
import { Skills } from './skills'
import { doesOf, reasonOf } from './words'

function Row({ row }: { row: ToolListRow }) {
  const t = useText()
  const { view, show } = useTools()
  const current = view?.kind === 'tool' && view.name === row.name && view.layer === row.layer
  const does = doesOf(t, row.name)
  return (
    <li className="tool-row" data-testid="tool-row" data-id={row.name} data-set={row.in ? 'in' : 'out'} data-state={row.state ?? undefined} data-reason={row.reason}>
      <button type="button" data-row aria-current={current} disabled={row.pack === null} onClick={() => show({ kind: 'tool', name: row.name, layer: row.layer })}>
        <span className="ellipsis" data-user-content={does === null ? '' : undefined}>{does ?? row.name}</span>
        <span className="tool-more">{does !== null && <span className="tool-code" data-user-content>{row.name}</span>}
          <span className="tool-reason" data-testid="tool-reason">{row.error === null ? reasonOf(t, row.reason) : <>{t('tools.state.error')}{row.error.pointer !== null && <> <code data-user-content>{row.error.pointer}</code></>}</>}</span></span>
      </button>
    </li>
  )
}

function Group({ title, rows, empty }: { title: string; rows: readonly ToolListRow[]; empty?: string }) {
  if (rows.length === 0 && empty === undefined) return null
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {rows.length === 0 && <p className="muted side-hint">{empty}</p>}
      <ul>{rows.map((row) => <Row key={`${row.layer ?? ''}/${row.name}`} row={row} />)}</ul>
    </section>
  )
}

function List() {
  const t = useText()
  const { list, filter, show } = useTools()
  const readOnly = useReadOnly()
  const wanted = filter.trim().toLowerCase()
  const rows = (list?.tools ?? []).filter((row) => wanted === '' || row.name.toLowerCase().includes(wanted) || (doesOf(t, row.name) ?? '').toLowerCase().includes(wanted))
  const own = rows.filter((row) => row.pack === 'ext')
  const built = rows.filter((row) => row.pack !== 'ext')
  const none = wanted === '' ? t('tools.ownNone') : undefined
  return (
    <div className="panel-body tool-list" onKeyDown={moveInList}>
      {rows.length === 0 && <p className="muted side-hint">{t('tools.noneFound')}</p>}
      <Group title={t('tools.group.own')} rows={own} {...(none === undefined ? {} : { empty: none })} />
      {own.length === 0 && wanted === '' && <div className="tool-first"><Button size="small" testId="tool-new-first" disabled={readOnly} onClick={() => show({ kind: 'new' })}>{t('tools.new')}</Button></div>}
      <Group title={t('tools.group.in')} rows={built.filter((row) => row.in)} />
      <Group title={t('tools.group.out')} rows={built.filter((row) => !row.in)} />
      <ServerList filter={wanted} />
      <Skills filter={wanted} />
    </div>
  )
}

/** The side list: every tool of one assistant's set with the reason it is in or out (09 §11). */
export function ToolsPanel() {
  const t = useText()
  const { list, fault, profile, filter, load, setProfile, setFilter, show } = useTools()
  const readOnly = useReadOnly()
  const loadServers = useServers((s) => s.load)
  useEffect(() => { void load(); void loadServers() }, [load, loadServers])
  const count = list?.tools.filter((row) => row.in).length ?? 0
  return (
    <section className="side-panel tools-panel" data-testid="tools-panel">
      <header className="panel-head">
        <h2>{t('frame.tools')}</h2>
        <IconButton label={t('tools.new')} testId="tool-new" disabled={readOnly} onClick={() => show({ kind: 'new' })}><Plus size={16} aria-hidden /></IconButton>
        <ButtonMenu trigger={<IconButton label={t('common.more')} testId="tools-more"><MoreHorizontal size={16} aria-hidden /></IconButton>} entries={[
          { label: t('tools.new'), disabled: readOnly, onSelect: () => show({ kind: 'new' }) }, { label: t('tools.import'), testId: 'tools-import', disabled: readOnly, onSelect: () => show({ kind: 'import' }) },
          { label: t('mcp.addMenu'), testId: 'mcp-add-menu', disabled: readOnly, onSelect: () => show({ kind: 'server-form', of: null }) },
        ]} />
      </header>
      {fault && <ErrorNote fault={fault} onRetry={() => void load()} />}
      {!list && !fault && <LateLoading />}
      {list && (
        <div className="tool-choice">
          <label className="visually-hidden" htmlFor="tools-profile">{t('tools.profile')}</label>
          <select id="tools-profile" className="input" data-testid="tools-profile" data-user-content value={profile} onChange={(event) => setProfile(event.target.value)}>
            {list.profiles.map((one) => <option key={one.key} value={one.key} data-user-content>{one.name}</option>)}
          </select>
          <input className="input" type="search" data-testid="tools-filter" data-user-content aria-label={t('tools.filter')} placeholder={t('tools.filter')} value={filter} onChange={(event) => setFilter(event.target.value)} />
          <p className="muted tool-total" data-testid="tools-total">{t('tools.total', { count, tokens: list.tokens, most: list.most })}</p>
        </div>
      )}
      {list && <List />}
    </section>
  )
}
