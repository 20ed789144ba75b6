import type { KeyboardEvent } from 'react'

const writes = 'input, textarea, select, [contenteditable=true]'

/** Home and End of the whole conversation. The browser's own would glide to a place that moves away while the rows on the way are measured. */
export function toEitherEnd(event: KeyboardEvent<HTMLElement>, top: () => void, end: () => void): void {
  if ((event.key !== 'Home' && event.key !== 'End') || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (event.defaultPrevented || (event.target instanceof Element && event.target.closest(writes))) return
  event.preventDefault()
  if (event.key === 'Home') top()
  else end()
}
