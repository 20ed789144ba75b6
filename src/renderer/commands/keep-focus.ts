import { heirIn, keysPromised } from './zones'

interface Held { element: HTMLElement; above: Element[] }

const body = () => document.activeElement === null || document.activeElement === document.body
const stands = (element: HTMLElement): boolean => element.isConnected && element.checkVisibility()

function above(element: Element): Element[] {
  const parts: Element[] = []
  for (let part = element.parentElement; part && part !== document.body; part = part.parentElement) parts.push(part)
  return parts
}

/**
 * Keys are never lost: when the part that had them goes (a form that was sent, a row in the trash, a view that closes) they go to
 * the nearest place that is left. A part that sees to this itself comes first, and whoever clicks beside everything is left alone.
 */
export function startKeepFocus(): () => void {
  let held: Held | null = null
  let due = 0
  const settle = () => {
    due = 0
    if (held === null || !body() || keysPromised()) return
    const { element, above: parts } = held
    if (stands(element)) return
    held = null
    heirIn(parts)?.focus({ preventScroll: true })
  }
  const onFocus = ({ target }: FocusEvent) => { if (target instanceof HTMLElement && target !== document.body) held = { element: target, above: above(target) } }
  const onBlur = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) return
    // What is being taken out of the page still stands in it here; a button that is off while it works has not been left.
    queueMicrotask(() => { if (held?.element === target && stands(held.element) && !held.element.matches(':disabled') && body()) held = null })
  }
  // One look per frame, after the effects of what was drawn.
  const observer = new MutationObserver(() => { if (held !== null && due === 0 && body()) due = requestAnimationFrame(settle) })
  document.addEventListener('focusin', onFocus)
  document.addEventListener('focusout', onBlur)
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['hidden'] })
  return () => {
    observer.disconnect()
    cancelAnimationFrame(due)
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('focusout', onBlur)
  }
}
