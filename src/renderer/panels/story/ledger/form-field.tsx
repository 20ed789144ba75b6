import { useEffect, useId, useRef } from 'react'
import { useText } from '../../../i18n/text'
import { useChapterDrawer } from '../../../stores/chapter-drawer'
import { useStoryForms } from '../../../stores/story-forms'

interface Props { form: string; field: string; label: string; hint?: string; first?: string; single?: boolean; max?: number; /** Marked as one that must be filled in. */ needed?: boolean; missing?: boolean; testId?: string; autoFocus?: boolean }

/** A field of a form that is sent whole; refused in place when it is missing. */
export function FormField({ form, field, label, hint, first = '', single = false, max = 5_000, needed = false, missing = false, testId, autoFocus = false }: Props) {
  const t = useText()
  const id = useId()
  const typed = useStoryForms((s) => s.forms[form]?.[field])
  const set = useStoryForms((s) => s.set)
  const box = useRef<HTMLTextAreaElement & HTMLInputElement>(null)
  // Asked for again while the form is open: the keys come to its field.
  const wanted = useChapterDrawer((s) => s.focusField === `${form}:${field}`)
  useEffect(() => {
    if (!wanted) return
    box.current?.focus()
    useChapterDrawer.getState().askFocus(null)
  }, [wanted])
  const shared = {
    id, ref: box, autoFocus, maxLength: max, placeholder: hint, 'data-testid': testId, 'data-field': field, 'data-user-content': true, 'aria-required': needed || undefined, 'aria-invalid': missing || undefined, 'aria-describedby': missing ? `${id}-why` : undefined,
    value: typed ?? first, onChange: (event: { target: { value: string } }) => set(form, field, event.target.value),
  }
  return (
    <div className="field" data-missing={missing}>
      <label className="label" htmlFor={id}>{label}{needed && <span className="needed" aria-hidden> *</span>}</label>
      {single ? <input className="input" {...shared} /> : <textarea className="input" rows={2} {...shared} />}
      {missing && <span id={`${id}-why`} role="alert" className="field-missing" data-testid="field-missing">{t('board.needed')}</span>}
    </div>
  )
}

/** The value of a field as the form would send it. */
export const formValue = (form: string, field: string, first = ''): string => (useStoryForms.getState().forms[form]?.[field] ?? first).trim()
