/** Scrolls the drawer alone; `scrollIntoView` would move the whole window along. */
export function showInDrawer(element: HTMLElement | null, at: 'start' | 'centre'): void {
  const body = element?.closest<HTMLElement>('.drawer-body')
  if (!element || !body) return
  const gap = at === 'start' ? 8 : Math.max(8, (body.clientHeight - element.clientHeight) / 2)
  body.scrollTop += element.getBoundingClientRect().top - body.getBoundingClientRect().top - gap
}
