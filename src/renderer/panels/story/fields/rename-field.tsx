import { useRef, type KeyboardEvent } from 'react'
import { useText } from '../../../i18n/text'
import { composing } from '../../../ui/composing'
import { titleLength } from '../../../ui/title-full'

interface Props { title: string; className?: string; /** Once: with what stands there, or the old title when it was left by Esc; `byKeys` when the keys belong to the list again. */ onDone: (title: string, byKeys: boolean) => void }

/** A title as a field, typed over in place: Enter and leaving it keep, Esc takes the old one back. */
export function RenameField({ title, className = '', onDone }: Props) {
  const t = useText()
  const over = useRef(false)
  const finish = (value: string, byKeys: boolean) => {
    if (over.current) return
    over.current = true
    onDone(value, byKeys)
  }
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    if (composing(event) || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    finish(event.key === 'Enter' ? event.currentTarget.value : title, true)
  }
  return (
    <input className={`input ${className}`} autoFocus maxLength={titleLength} data-user-content data-testid="rename-field" aria-label={t('story.rename')} defaultValue={title} onFocus={(event) => event.currentTarget.select()} onKeyDown={keys}
      onPointerDown={(event) => event.stopPropagation()} onClick={(event) => event.stopPropagation()} onBlur={(event) => finish(event.currentTarget.value, false)} />
  )
}
