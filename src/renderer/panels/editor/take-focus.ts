import { useLayout } from '../../stores/layout'

let closedBefore = false
let acts = 0
let actsAtOpening = 0

/** Keys anywhere but in the text or nowhere at all: what the author does while a text is still coming. */
document.addEventListener('keydown', ({ target, repeat }) => {
  if (!repeat && target instanceof Element && target !== document.body && !target.closest('[data-testid="editor-text"]')) acts += 1
}, true)

useLayout.subscribe((now, before) => {
  if (now.activePath === before.activePath) return
  actsAtOpening = acts
  closedBefore = before.activePath !== null && !now.tabs.includes(before.activePath)
})

/** Opening a text is an act of writing: the caret goes there, unless the author has since gone on elsewhere. A tab that closes moves no focus. */
export function mayTakeFocus(): boolean {
  if (closedBefore || acts !== actsAtOpening) return false
  const active = document.activeElement
  if (document.querySelector('[role="dialog"], [role="menu"]')) return false
  return !active || active.closest('[data-testid="editor-text"]') !== null || !active.matches('input, textarea, select, [contenteditable="true"]')
}
