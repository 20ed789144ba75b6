import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import type { ExportSection } from '@shared/procedures/export'
import { currentLocale, useText } from '../../i18n/text'
import { composing } from '../../ui/composing'
import { tickedOf, tickRows, withRows, type TickRow, type Ticked } from './tick-rows'

const rowHeight = 30
const checked = { all: 'true', some: 'mixed', none: 'false' } as const satisfies Record<Ticked, string>

function Row({ row, ticked }: { row: TickRow; ticked: Ticked }) {
  const t = useText()
  return (
    <>
      <span className="export-tick" data-state={ticked} aria-hidden />
      {row.number !== null && <span className="tree-number">{row.number}</span>}
      {row.kind === 'loose' ? <span className="tree-title ellipsis">{t('story.ungrouped')}</span> : <span className="tree-title ellipsis" data-user-content>{row.title}</span>}
      <span className="tree-words" data-value={row.words}>{row.hasText ? row.words.toLocaleString(currentLocale()) : t('story.noProse')}</span>
    </>
  )
}

interface Props { sections: readonly ExportSection[]; chosen: ReadonlySet<string>; onChosen: (chosen: ReadonlySet<string>) => void }

/** Acts and chapters to tick: Space or a click ticks, Shift+↑ and Shift+↓ take the next along, Mod+A all or none; virtual for thousands. */
export function ExportTree({ sections, chosen, onChosen }: Props) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const rows = useMemo(() => tickRows(sections), [sections])
  const here = Math.min(at, rows.length - 1)
  const list = useVirtualizer({ count: rows.length, getScrollElement: () => box.current, estimateSize: () => rowHeight, overscan: 10, useFlushSync: false })
  const ticked = (row: TickRow | undefined): boolean => row !== undefined && tickedOf(row, chosen) === 'all'
  const tick = (which: readonly TickRow[], on: boolean) => onChosen(withRows(chosen, which, on))
  const go = (to: number, along: boolean) => {
    const index = Math.min(rows.length - 1, Math.max(0, to))
    setAt(index)
    list.scrollToIndex(index)
    if (along) tick(rows.slice(Math.min(here, index), Math.max(here, index) + 1), ticked(rows[here]))
  }
  const keys = (event: KeyboardEvent) => {
    if (composing(event) || event.altKey) return
    const row = rows[here]
    const mod = event.ctrlKey || event.metaKey
    const acts: Record<string, () => void> = mod
      ? { KeyA: () => tick(rows, !rows.every((one) => ticked(one))) }
      : { ArrowDown: () => go(here + 1, event.shiftKey), ArrowUp: () => go(here - 1, event.shiftKey), Home: () => go(0, event.shiftKey), End: () => go(rows.length - 1, event.shiftKey), Space: () => { if (row) tick([row], !ticked(row)) } }
    const act = acts[event.code]
    if (act) { event.preventDefault(); act() }
  }
  const click = (event: MouseEvent, index: number) => {
    const row = rows[index]
    if (!row) return
    setAt(index)
    tick(event.shiftKey ? rows.slice(Math.min(here, index), Math.max(here, index) + 1) : [row], !ticked(row))
  }
  return (
    <div ref={box} className="export-tree" role="tree" tabIndex={0} data-testid="export-tree" aria-multiselectable aria-label={t('export.tree')} aria-activedescendant={rows[here] ? `export-${rows[here].key}` : undefined} onKeyDown={keys}>
      <div role="presentation" style={{ height: list.getTotalSize(), position: 'relative' }}>
        {list.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          if (!row) return null
          const state = tickedOf(row, chosen)
          return (
            <div key={row.key} id={`export-${row.key}`} role="treeitem" aria-level={row.depth + 1} aria-selected={index === here} aria-checked={checked[state]} className="tree-row" data-testid="export-chapter" data-kind={row.kind} data-id={row.key} data-state={state} data-current={index === here}
              style={{ top: start, height: rowHeight, paddingLeft: 8 + row.depth * 18 }} onClick={(event) => click(event, index)}>
              <Row row={row} ticked={state} />
            </div>
          )
        })}
      </div>
    </div>
  )
}
