import { useEffect, useRef } from 'react'
import { useText } from '../../i18n/text'
import { listed, useInbox } from '../../stores/inbox'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { ErrorNote } from '../../ui/error-note'
import { LateLoading } from '../../ui/late-loading'
import { moveInList } from '../../ui/list-keys'
import { ChangeGroup } from './change-group'

/** After an act from the keyboard the row now shown has the focus, so the next key meets it. */
function useFocusAfterAct() {
  const box = useRef<HTMLDivElement>(null)
  const focusAsked = useInbox((s) => s.focusAsked)
  const answered = useRef(focusAsked)
  useEffect(() => {
    if (answered.current === focusAsked) return
    answered.current = focusAsked
    const { shown } = useInbox.getState()
    const row = shown === null ? null : box.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(shown)}"] [data-row]`)
    ;(row ?? box.current)?.focus()
  }, [focusAsked])
  return box
}

function Views() {
  const t = useText()
  const view = useInbox((s) => s.view)
  const setView = useInbox((s) => s.setView)
  return (
    <span className="segments" role="group" aria-label={t('inbox.view')}>
      {(['new', 'all'] as const).map((name) => <Button key={name} size="small" kind="quiet" testId={`inbox-view-${name}`} aria-pressed={view === name} onClick={() => setView(name)}>{t(name === 'new' ? 'inbox.viewNew' : 'inbox.viewAll')}</Button>)}
    </span>
  )
}

/** What others changed: agents, scripts, commands, outside edits; and what dry runs propose (09 §8). */
export function InboxPanel() {
  const t = useText()
  // Field by field: which row is shown changes with every arrow key, and only the two rows it concerns are drawn anew.
  const groups = useInbox((s) => s.groups)
  const view = useInbox((s) => s.view)
  const fault = useInbox((s) => s.fault)
  const more = useInbox((s) => s.more)
  const load = useInbox((s) => s.load)
  const box = useFocusAfterAct()
  useEffect(() => { void load() }, [load])
  return (
    <section className="side-panel" data-testid="inbox-panel">
      <header className="panel-head"><h2>{t('frame.inbox')}</h2><Views /></header>
      <div ref={box} className="panel-body" tabIndex={-1}>
        {fault && <ErrorNote fault={fault} onRetry={() => void load()} />}
        {!groups && !fault && <LateLoading />}
        {groups?.length === 0 && <Empty title={t(view === 'new' ? 'inbox.empty' : 'inbox.emptyHistory')} testId="inbox-empty"><p className="muted">{t('inbox.emptyHint')}</p></Empty>}
        {groups && groups.length > 0 && <ul className="change-groups" onKeyDown={moveInList}>{groups.map((group) => <ChangeGroup key={group.id} group={group} />)}</ul>}
        {more && <p className="muted change-more">{t('inbox.more', { count: listed })}</p>}
      </div>
    </section>
  )
}
