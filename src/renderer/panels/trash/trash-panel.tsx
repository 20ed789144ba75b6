import { useEffect, type KeyboardEvent } from 'react'
import type { TrashItem } from '@shared/procedures/files'
import { timeText } from '../../i18n/dates'
import { useText } from '../../i18n/text'
import { useTrash } from '../../stores/trash'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { ErrorNote } from '../../ui/error-note'
import { LateLoading } from '../../ui/late-loading'
import { moveInList } from '../../ui/list-keys'
import { PurgeDialog } from './purge-dialog'
import { restoreItem } from './restore-item'
import { trashName } from './trash-name'

function Row({ item }: { item: TrashItem }) {
  const t = useText()
  const { shown, ticked, show, tick } = useTrash()
  const keys = (event: KeyboardEvent) => {
    if (event.key === ' ') { event.preventDefault(); tick(item.id) }
    if (event.key === 'r' || event.key === 'R') void restoreItem(item)
  }
  return (
    <li className="trash-row" data-testid="trash-row" data-id={item.id} data-state={shown === item.id ? 'shown' : undefined}>
      <input type="checkbox" tabIndex={-1} checked={ticked.has(item.id)} data-user-content aria-label={t('trash.select', { name: trashName(item) })} onChange={() => tick(item.id)} />
      <button type="button" data-row onClick={() => show(item.id)} onKeyDown={keys}>
        <span className="ellipsis" data-user-content>{trashName(item)}</span>
        <span className="muted">{t(`trash.kind.${item.kind}`)} · {item.words > 0 && <><span data-value={item.words}>{t('common.words', { count: item.words })}</span> · </>}{timeText(item.at)}</span>
      </button>
    </li>
  )
}

/** Items from agents and author. Enter only looks; R restores; no key destroys (09 §10). */
export function TrashPanel() {
  const t = useText()
  const { items, fault, ticked, load, setPurging } = useTrash()
  useEffect(() => { void load() }, [load])
  return (
    <section className="side-panel" data-testid="trash-panel">
      <header className="panel-head"><h2>{t('frame.trash')}</h2></header>
      <div className="panel-body">
        {fault && <ErrorNote fault={fault} onRetry={() => void load()} />}
        {!items && !fault && <LateLoading />}
        {items?.length === 0 && <Empty title={t('trash.empty')}><p className="muted">{t('trash.emptyHint')}</p></Empty>}
        {items && items.length > 0 && <ul className="trash-rows" onKeyDown={moveInList}>{items.map((item) => <Row key={item.id} item={item} />)}</ul>}
      </div>
      {ticked.size > 0 && <footer className="panel-foot"><Button kind="danger" size="small" onClick={() => setPurging(true)}>{t('trash.purgeSelected', { count: ticked.size })}</Button></footer>}
      <PurgeDialog />
    </section>
  )
}
