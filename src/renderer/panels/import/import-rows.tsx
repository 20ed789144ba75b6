import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { z } from 'zod'
import type { ImportRow, ImportView } from '@shared/procedures/import'
import { useText } from '../../i18n/text'
import { useImport } from '../../stores/import'
import { composing } from '../../ui/composing'
import { RowMenu } from '../../ui/menu'
import { visibleText } from '@shared/visible-text'

function Title({ row, editing, onDone }: { row: ImportRow; editing: boolean; onDone: () => void }) {
  const t = useText()
  const edit = useImport((s) => s.edit)
  if (!editing) return <span className="ellipsis" data-user-content>{visibleText(row.title)}</span>
  const finish = (value: string) => { if (value.trim() !== '' && value !== row.title) void edit({ do: 'rename', row: row.id, title: value.trim() }); onDone() }
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    if (composing(event)) return
    if (event.key === 'Enter') finish(event.currentTarget.value)
    if (event.key === 'Escape') { event.currentTarget.value = row.title; onDone() }
  }
  return <input className="input" autoFocus aria-label={t('common.rename')} data-user-content defaultValue={row.title} onKeyDown={keys} onBlur={(event) => finish(event.currentTarget.value)} />
}

/** The chapters found, to rename, merge, tick and leave out: M, F2, Space, Del; virtual for thousands. */
export function ImportRows({ view, shown, onShow }: { view: z.infer<typeof ImportView>; shown: string | null; onShow: (row: string) => void }) {
  const t = useText()
  const edit = useImport((s) => s.edit)
  const box = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const [editing, setEditing] = useState<string | null>(null)
  const { rows } = view
  const list = useVirtualizer({ count: rows.length, getScrollElement: () => box.current, estimateSize: () => 34, overscan: 12 })
  useEffect(() => { setAt((n) => Math.min(n, Math.max(0, rows.length - 1))) }, [rows.length])
  const go = (to: number) => {
    const index = Math.min(rows.length - 1, Math.max(0, to))
    setAt(index)
    list.scrollToIndex(index)
    const row = rows[index]
    if (row) onShow(row.id)
  }
  const keys = (event: KeyboardEvent) => {
    const row = rows[at]
    if (!row || composing(event) || event.ctrlKey || event.metaKey || event.altKey) return
    const acts: Record<string, () => void> = {
      ArrowDown: () => go(at + 1), ArrowUp: () => go(at - 1), Home: () => go(0), End: () => go(rows.length - 1), F2: () => setEditing(row.id),
      ' ': () => void edit({ do: 'tick', row: row.id, ticked: !row.ticked }), m: () => void edit({ do: 'mergeUp', row: row.id }), M: () => void edit({ do: 'mergeUp', row: row.id }),
      Delete: () => void edit({ do: 'skip', row: row.id, skipped: !row.skipped }),
    }
    const act = acts[event.key]
    if (act) { event.preventDefault(); act() }
  }
  return (
    <div className="import-rows" ref={box} role="tree" tabIndex={0} aria-label={t('import.rows', { count: rows.filter((r) => r.kind === 'chapter' && r.ticked).length })} aria-activedescendant={rows[at] ? `import-${rows[at].id}` : undefined} onKeyDown={keys}>
      <div role="presentation" style={{ height: list.getTotalSize(), position: 'relative' }}>
        {list.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          if (!row) return null
          const menu = [
            { label: t('common.rename'), keys: 'F2', onSelect: () => setEditing(row.id) }, { label: t('import.mergeUp'), keys: 'M', disabled: index === 0, onSelect: () => void edit({ do: 'mergeUp', row: row.id }) },
            { label: t(row.skipped ? 'import.unskip' : 'import.skip'), keys: 'Del', onSelect: () => void edit({ do: 'skip', row: row.id, skipped: !row.skipped }) },
          ]
          return (
            <RowMenu key={row.id} entries={menu}>
              <div id={`import-${row.id}`} role="treeitem" aria-level={1} aria-selected={index === at} className="import-row" data-testid="import-chapter" data-id={row.id} data-kind={row.kind} data-state={row.skipped ? 'skipped' : row.ticked ? 'ticked' : 'unticked'} data-current={row.id === shown} data-loose={row.noAct}
                style={{ transform: `translateY(${start}px)` }} onClick={() => go(index)}>
                <input type="checkbox" tabIndex={-1} checked={row.ticked && !row.skipped} disabled={row.skipped} aria-label={t('import.tick', { title: row.title })} title={row.ticked ? undefined : t(row.reason === 'merged' ? 'import.merged' : 'import.unticked')} onChange={() => void edit({ do: 'tick', row: row.id, ticked: !row.ticked })} />
                {row.kind === 'volume' && <span className="tag">{t('import.volume')}</span>}
                <Title row={row} editing={editing === row.id} onDone={() => { setEditing(null); box.current?.focus() }} />
                <span className="import-row-end muted">
                  {!row.ticked && !row.skipped && <span>{t('import.staysAbove')}</span>}
                  {row.noAct && row.ticked && <span>{t('import.noAct')}</span>}
                  {row.skipped && <span>{t('import.skipped')}</span>}
                  {row.adverts > 0 && <span className="warn">{t('import.adverts', { count: row.adverts })}</span>}
                  <span data-value={row.words}>{t('common.words', { count: row.words })}</span>
                </span>
              </div>
            </RowMenu>
          )
        })}
      </div>
    </div>
  )
}
