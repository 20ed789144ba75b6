import type { KeyboardEvent } from 'react'

/** ↑ ↓ Home End inside any list whose rows carry `data-row`; Enter and Space stay with the row (09 §1 "Lists everywhere"). */
export function moveInList(event: KeyboardEvent<HTMLElement>): void {
  if (!['ArrowUp', 'ArrowDown', 'Home', 'End'].includes(event.key) || event.altKey || event.ctrlKey || event.metaKey) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex((row) => row === document.activeElement)
  const to = event.key === 'Home' ? 0 : event.key === 'End' ? rows.length - 1 : Math.min(rows.length - 1, Math.max(0, at + (event.key === 'ArrowDown' ? 1 : -1)))
  event.preventDefault()
  rows[to]?.focus()
}
