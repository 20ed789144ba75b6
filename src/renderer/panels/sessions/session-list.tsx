import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { MissingSession, Session } from '@shared/session'
import { call } from '../../bridge/call'
import { whenText } from '../../i18n/dates'
import { useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { useLayout } from '../../stores/layout'
import { attempt } from '../../stores/notices'
import { useSessions } from '../../stores/sessions'
import { Button } from '../../ui/button'
import { composing } from '../../ui/composing'
import { moveInList } from '../../ui/list-keys'
import { RowMenu } from '../../ui/menu'
import { visibleText } from '@shared/visible-text'
import { exportSession } from './export-session'
import { sessionTree, withoutArchived, withoutUnbegun, type TreeRow } from './session-tree'
import { sessionTitle } from './session-title'

const indent = (depth: number) => ({ paddingInlineStart: depth * 14 })

function Rename({ session, onDone }: { session: Session; onDone: () => void }) {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  // Once the row it took the place of is gone: what is typed replaces the name.
  useEffect(() => field.current?.select(), [])
  const rename = (title: string) => {
    onDone()
    if (title.trim() !== '' && title.trim() !== session.title) void attempt(() => call('sessions.rename', { project: projectId(), sessionId: session.id, title: title.trim() }))
  }
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    if (composing(event)) return
    if (event.key === 'Enter') rename(event.currentTarget.value)
    if (event.key === 'Escape') onDone()
  }
  return <input ref={field} className="input" autoFocus data-user-content aria-label={t('sessions.rename')} defaultValue={session.title} onKeyDown={keys} onBlur={(e) => rename(e.currentTarget.value)} />
}

function Row({ session, orphan, depth, onOpen }: { session: Session; orphan: boolean; depth: number; onOpen: () => void }) {
  const t = useText()
  const [editing, setEditing] = useState(false)
  const profile = useSessions((s) => s.profiles[session.profileKey] ?? session.profileKey)
  const current = useLayout((s) => s.sessionId === session.id)
  const archived = session.status === 'archived'
  const entries = [{ label: t('sessions.rename'), keys: 'F2', onSelect: () => setEditing(true) }, { label: t(archived ? 'sessions.unarchive' : 'sessions.archive'), onSelect: () => void attempt(() => call('sessions.archive', { project: projectId(), sessionId: session.id, archived: !archived })) }, { label: t('sessions.export'), onSelect: () => void attempt(() => exportSession(session.id, t)) }]
  if (editing) return <li style={indent(depth)}><Rename session={session} onDone={() => setEditing(false)} /></li>
  return (
    <RowMenu entries={entries}>
      <li style={indent(depth)}>
        <button type="button" data-row className="session-row" data-testid="session-row" data-id={session.id} data-state={session.status} data-depth={depth} data-unread={session.unread ? 'true' : undefined} aria-current={current ? 'true' : undefined} onClick={onOpen} onKeyDown={(event) => { if (event.key === 'F2') setEditing(true) }}>
          <span className="session-name">
            {session.unread && <span className="dot unread" role="img" aria-label={t('sessions.unread')} />}
            <span className="ellipsis" data-user-content={session.title === '' ? undefined : ''}>{sessionTitle(session, t('sessions.placeholder'))}</span>
            <span className="session-state" data-state={session.status}>{session.status === 'idle' ? '' : t(`sessions.state.${session.status}`)}</span>
            <time className="muted session-when" dateTime={session.updatedAt}>{whenText(session.updatedAt)}</time>
          </span>
          {(depth > 0 || orphan) && <span className="muted session-of"><span data-user-content>{profile}</span>{orphan && <> · {t('sessions.orphan')}</>}{session.detached && <> · {t('sessions.detached')}</>}</span>}
        </button>
      </li>
    </RowMenu>
  )
}

/** Named where it stood; it opens nothing and stands in nobody's way (A8). */
function Missing({ missing, depth }: { missing: MissingSession; depth: number }) {
  const t = useText()
  const name = missing.title ?? t('sessions.unnamed', { id: String(missing.id) })
  return <li className="session-missing" data-testid="session-missing" data-id={missing.id} style={indent(depth)} title={t('sessions.goneHint')}><span className="ellipsis" data-user-content={missing.title === null ? undefined : ''}>{visibleText(name)}</span><span className="session-state">{t('sessions.gone')}</span></li>
}

/** So many are found by the eye; more have a field to filter them by, which / goes to. */
const few = 8
const nameOf = (row: TreeRow): string => ('session' in row ? row.session.title : (row.missing.title ?? ''))

/** What is listed: without what was never begun, or put away unless `all`, by its name; `hidden` counts what is put away. */
function useRows(all: boolean, query: string): { rows: readonly TreeRow[]; hidden: number; many: boolean } {
  const { list, missing } = useSessions()
  const { drafts, draftPictures, sessionId } = useLayout()
  const rows = withoutUnbegun(sessionTree(list, missing), new Set([...Object.keys({ ...drafts, ...draftPictures }).map(Number), ...(sessionId === null ? [] : [sessionId])]))
  const inUse = withoutArchived(rows, sessionId)
  const shown = all ? rows : inUse
  const words = query.trim().toLocaleLowerCase()
  return { rows: words === '' ? shown : shown.filter((row) => nameOf(row).toLocaleLowerCase().includes(words)), hidden: rows.length - inUse.length, many: shown.length > few }
}

/** Root conversations, each with the assistants linked to it below (09 §6). */
export function SessionList({ onDone }: { onDone: () => void }) {
  const t = useText()
  const open = useSessions((s) => s.open)
  const [all, setAll] = useState(false)
  const [query, setQuery] = useState('')
  const filter = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLUListElement>(null)
  const { rows, hidden, many } = useRows(all, query)
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== '/' || !many || composing(event)) return moveInList(event)
    event.preventDefault()
    filter.current?.focus()
  }
  const filterKeys = (event: KeyboardEvent) => {
    if (composing(event) || (event.key !== 'ArrowDown' && event.key !== 'Enter')) return
    event.preventDefault()
    box.current?.querySelector<HTMLElement>('[data-row]')?.focus()
  }
  if (rows.length === 0 && query === '') return <p className="muted session-none">{t('sessions.none')}</p>
  return (
    <>
      {(many || query !== '') && <input ref={filter} className="input session-filter" data-testid="session-filter" data-user-content aria-label={t('sessions.filter')} placeholder={t('sessions.filter')} value={query} onChange={(event) => setQuery(event.target.value)} onKeyDown={filterKeys} />}
      <ul ref={box} className="session-rows" onKeyDown={keys}>
        {rows.map((row) => 'session' in row
          ? <Row key={row.session.id} {...row} onOpen={() => { open(row.session.id); onDone() }} />
          : <Missing key={`gone-${row.missing.id}`} {...row} />)}
      </ul>
      {rows.length === 0 && <p className="muted session-none">{t('sessions.namingNone')}</p>}
      {hidden > 0 && <Button size="small" kind="quiet" testId="sessions-archived" aria-expanded={all} onClick={() => setAll(!all)}>{all ? t('sessions.hideArchived') : t('sessions.showArchived', { count: hidden })}</Button>}
    </>
  )
}
