import { useMemo } from 'react'
import type { ExportSection } from '@shared/procedures/export'
import { useText } from '../../i18n/text'
import { actOf, chaptersOf } from '../../stores/export-kept'
import { useLayout } from '../../stores/layout'
import { Button } from '../../ui/button'
import { keepExport } from './export-acts'
import { ExportTree } from './export-tree'

type Sections = readonly ExportSection[]
const idsOf = (sections: Sections): string[] => sections.flatMap(({ chapters }) => chapters.map(({ id }) => id))

function ActChoice({ sections }: { sections: Sections }) {
  const t = useText()
  const kept = useLayout((s) => s.exporting)
  const acts = new Map(sections.flatMap(({ act }) => (act === null ? [] : [[act.id, act.title] as const])))
  return (
    <select className="input" data-testid="export-act" data-user-content aria-label={t('export.act')} value={actOf(kept, sections) ?? ''} onChange={(event) => keepExport({ actId: event.target.value })}>
      {[...acts].map(([id, title]) => <option key={id} value={id}>{title}</option>)}
    </select>
  )
}

/** The chapters to tick, with how many they are while one ticks. */
function Chosen({ sections }: { sections: Sections }) {
  const t = useText()
  const kept = useLayout((s) => s.exporting)
  const chosen = useMemo(() => new Set(kept.chosen), [kept.chosen])
  const taken = chaptersOf(kept, sections)
  return (
    <div className="export-chosen">
      <ExportTree sections={sections} chosen={chosen} onChosen={(next) => keepExport({ chosen: [...next] })} />
      <div className="row">
        <span role="status" data-testid="export-chosen" data-value={taken.length}>{t('export.chosen', { count: taken.length, words: taken.reduce((sum, { words }) => sum + words, 0) })}</span>
        <span className="spacer" />
        <Button size="small" kind="quiet" testId="export-all" onClick={() => keepExport({ chosen: idsOf(sections) })}>{t('export.all')}</Button>
        <Button size="small" kind="quiet" testId="export-none" onClick={() => keepExport({ chosen: [] })}>{t('export.none')}</Button>
      </div>
    </div>
  )
}

/** The whole book, one act, or chapters to tick. */
export function RangeChoice({ sections }: { sections: Sections }) {
  const t = useText()
  const range = useLayout((s) => s.exporting.range)
  const all = idsOf(sections)
  const hasActs = sections.some(({ act }) => act !== null)
  const choose = (next: typeof range) => keepExport({ range: next, ...(next === 'chapters' && useLayout.getState().exporting.chosen.length === 0 ? { chosen: all } : {}) })
  const option = (value: typeof range, label: string) => (
    <label className="check-row"><input type="radio" name="export-range" value={value} checked={range === value} data-testid={`export-range-${value}`} onChange={() => choose(value)} />{label}</label>
  )
  return (
    <fieldset className="export-part" data-testid="export-range" data-value={range}>
      <legend>{t('export.range')}</legend>
      {option('book', t('export.range.book', { count: all.length }))}
      {hasActs && option('act', t('export.range.act'))}
      {range === 'act' && hasActs && <ActChoice sections={sections} />}
      {option('chapters', t('export.range.chapters'))}
      {range === 'chapters' && <Chosen sections={sections} />}
    </fieldset>
  )
}
