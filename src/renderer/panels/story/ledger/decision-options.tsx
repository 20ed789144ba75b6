import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { DecisionView } from '@shared/story-ledgers'
import { useText } from '../../../i18n/text'
import { useReadOnly } from '../../../stores/app'
import { useStoryForms } from '../../../stores/story-forms'
import { Button, IconButton } from '../../../ui/button'
import { setDecision } from './decision-actions'

type Option = DecisionView['options'][number]

/** The possible answers, each with a note; kept as typed until left, then saved as one list. */
export function DecisionOptions({ decision }: { decision: DecisionView }) {
  const t = useText()
  const readOnly = useReadOnly() || decision.status !== 'open'
  const form = `decision:${decision.id}:options`
  const typed = useStoryForms((s) => s.forms[form]) ?? {}
  const { set, clear, settle } = useStoryForms()
  const extra = typed['extra'] === 'yes'
  const rows: Option[] = [...decision.options, ...(extra ? [{ option: '', note: null }] : [])].map(({ option, note }, i) => ({ option: typed[`option${i}`] ?? option, note: typed[`note${i}`] ?? note }))
  const saving = useRef<Promise<void>>(Promise.resolve())
  const [asked, setAsked] = useState(false)
  const save = async (list: readonly Option[], sent: Readonly<Record<string, string>>) => {
    const options = list.flatMap(({ option, note }) => (option.trim() === '' ? [] : [{ option: option.trim(), note: note === null || note.trim() === '' ? null : note.trim() }]))
    if (JSON.stringify(options) === JSON.stringify(decision.options)) return
    if (await setDecision(decision.id, { options })) settle(form, sent)
  }
  const keep = (list: readonly Option[], sent: Readonly<Record<string, string>>) => { saving.current = save(list, sent) }
  // Leaving the last row saved it; the next one opens behind it.
  const add = async () => {
    await saving.current
    setAsked(true)
    set(form, 'extra', 'yes')
  }
  const field = (i: number, name: 'option' | 'note', value: string) => (
    <input className="input" data-user-content readOnly={readOnly} maxLength={name === 'option' ? 500 : 5_000} aria-label={t(`board.field.${name}`)} placeholder={t(`board.field.${name}`)} data-testid={`option-${name}`} value={value} autoFocus={asked && name === 'option' && i === decision.options.length}
      onChange={(event) => set(form, `${name}${i}`, event.target.value)} />
  )
  return (
    <div className="field">
      <span className="label">{t('board.field.options')}</span>
      <ul className="option-rows">
        {rows.map((row, i) => (
          <li key={i} data-testid="option-row" onBlur={(event) => { if (!event.currentTarget.contains(event.relatedTarget)) keep(rows, typed) }}>
            {field(i, 'option', row.option)}{field(i, 'note', row.note ?? '')}
            {!readOnly && <IconButton label={t('board.removeOption')} onClick={() => { clear(form); keep(rows.filter((_, at) => at !== i), {}) }}><X size={14} aria-hidden /></IconButton>}
          </li>
        ))}
      </ul>
      {!readOnly && !(extra && rows.at(-1)?.option.trim() === '') && rows.length < 50 && <div className="row"><Button size="small" testId="option-add" onClick={() => void add()}><Plus size={14} aria-hidden />{t('board.addOption')}</Button></div>}
    </div>
  )
}
