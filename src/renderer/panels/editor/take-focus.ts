import { useLayout } from '../../stores/layout'

let acts = 0
let actsWhenAsked = 0

/** Keys anywhere but in the text or nowhere at all: what the author does while a text is still coming. */
document.addEventListener('keydown', ({ target, repeat }) => {
  if (!repeat && target instanceof Element && target !== document.body && !target.closest('[data-testid="editor-text"]')) acts += 1
}, true)

useLayout.subscribe((now, before) => { if (now.entering !== before.entering) actsWhenAsked = acts })

/** The caret goes into a text the author asked to write in, unless they have since gone on elsewhere. A text that is only shown, or comes forward because its neighbour closed, moves no focus. */
export function mayTakeFocus(path: string): boolean {
  if (useLayout.getState().entering?.path !== path || acts !== actsWhenAsked) return false
  const active = document.activeElement
  if (document.querySelector('[role="dialog"], [role="menu"]')) return false
  return !active || active.closest('[data-testid="editor-text"]') !== null || !active.matches('input, textarea, select, [contenteditable="true"]')
}
