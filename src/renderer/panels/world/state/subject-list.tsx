import { Plus } from 'lucide-react'
import { memo, useMemo, useState, type KeyboardEvent } from 'react'
import type { Subject } from '@shared/world'
import { useText } from '../../../i18n/text'
import { useReadOnly } from '../../../stores/app'
import { useWorld } from '../../../stores/world'
import { useWorldView } from '../../../stores/world-view'
import { Button } from '../../../ui/button'
import { composing } from '../../../ui/composing'
import { moveInList } from '../../../ui/list-keys'
import { isOwnType, typeText } from '../words'

/** Subjects by type: the schema's types in its order, then the others; by name within. */
function useGroups(words: string): { type: string; rows: Subject[] }[] {
  const subjects = useWorld((s) => s.subjects)
  const types = useWorld((s) => s.files?.schema.types)
  return useMemo(() => {
    const wanted = words.trim().toLowerCase()
    const rows = (subjects ?? []).filter((one) => wanted === '' || `${one.name} ${one.id}`.toLowerCase().includes(wanted))
    const groups = Map.groupBy(rows, (one) => one.type)
    const order = [...new Set([...Object.keys(types ?? {}), ...groups.keys()])]
    return order.flatMap((type) => { const found = groups.get(type); return found ? [{ type, rows: found.toSorted((a, b) => a.name.localeCompare(b.name)) }] : [] })
  }, [subjects, types, words])
}

const Row = memo(function Row({ subject, current, first, changed }: { subject: Subject; current: boolean; first: boolean; changed: boolean }) {
  const t = useText()
  const show = useWorldView((s) => s.showSubject)
  return (
    <li>
      <button type="button" data-row className="subject-row" data-testid="subject-row" data-id={subject.id} aria-current={current ? 'true' : undefined} tabIndex={first || current ? 0 : -1} onClick={() => show(subject.id)}>
        <span className="ellipsis" data-user-content>{subject.name}</span>
        {changed && <span className="changed-dot" role="img" aria-label={t('world.changedHere')} title={t('world.changedHere')} />}
      </button>
    </li>
  )
})

/** Who and what there is, by type; those the slice at the cursor changes are marked. */
export function SubjectList({ changed }: { changed: ReadonlySet<string> }) {
  const t = useText()
  const [words, setWords] = useState('')
  const groups = useGroups(words)
  const types = useWorld((s) => s.files?.schema.types) ?? {}
  const count = useWorld((s) => s.subjects?.length ?? 0)
  const current = useWorldView((s) => s.subject)
  const readOnly = useReadOnly()
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    moveInList(event)
    if (composing(event) || event.key !== '/' || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    document.querySelector<HTMLElement>('[data-testid="subject-filter"]')?.focus()
  }
  return (
    <nav className="subject-list" aria-label={t('world.subjects')}>
      <div className="subject-tools">
        <input className="input" type="search" data-testid="subject-filter" data-user-content aria-label={t('world.findSubject')} placeholder={t('world.findSubject')} value={words} onChange={(event) => setWords(event.target.value)} />
      </div>
      <div className="subject-groups" onKeyDown={keys}>
        {groups.map(({ type, rows }, group) => (
          <section key={type} aria-label={typeText(t, type, types)}>
            <h2 data-user-content={isOwnType(type, types) ? '' : undefined}>{typeText(t, type, types)}</h2>
            <ul>{rows.map((subject, at) => <Row key={subject.id} subject={subject} current={subject.id === current} first={group === 0 && at === 0} changed={changed.has(subject.id)} />)}</ul>
          </section>
        ))}
        {groups.length === 0 && <p className="muted side-hint">{t(count === 0 ? 'world.noSubjects' : 'board.nothingFits')}</p>}
      </div>
      <Button size="small" testId="subject-new" disabled={readOnly} onClick={() => useWorldView.getState().write({ kind: 'subject' })}><Plus size={14} aria-hidden />{t('world.newSubject')}</Button>
    </nav>
  )
}
