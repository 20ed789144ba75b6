import { useEffect, useRef, type RefObject } from 'react'

/** Back to where one writes; decides nothing. */
export function toText(): void {
  const text = document.querySelector<HTMLElement>('[data-testid="editor-text"] textarea, [data-testid="editor-text"] [contenteditable="true"]')
  const composer = document.querySelector<HTMLElement>('[data-testid="composer"]')
  const target = text ?? composer
  target?.focus()
}

/**
 * Whoever answers by keys stays in the panel when the next one comes, and gets back to the text after the last.
 * Focus that is elsewhere is never touched (P6).
 */
export function useSteadyFocus(box: RefObject<HTMLElement | null>, id: string | null): void {
  const inside = useRef(false)
  useEffect(() => {
    const onFocus = (event: FocusEvent) => { inside.current = event.target instanceof Node && box.current?.contains(event.target) === true }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [box])
  useEffect(() => {
    // Nothing has the focus only when the part that had it is gone or disabled.
    if (!inside.current || document.activeElement !== document.body) return
    if (id === null) { inside.current = false; toText() } else box.current?.querySelector<HTMLElement>('[data-testid="approval-effects"]')?.focus()
  }, [id, box])
}
