import { useEffect, type KeyboardEvent, type RefObject } from 'react'
import { sends } from '../../../ui/send-keys'

/** Mod+Enter sends the form from any of its fields (09 §1 "Lists everywhere"). */
export function sendByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (!sends(event)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

/** The first field that was left empty takes the keys, where the reason stands. */
export function useFirstMissing(form: RefObject<HTMLFormElement | null>, missing: readonly string[]): void {
  useEffect(() => { if (missing.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus() }, [form, missing])
}
