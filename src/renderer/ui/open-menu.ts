/** Shift+F10 and the Menu key open the menu of one row, where it stands. */
export function openMenuAt(elementId: string): void {
  const element = document.getElementById(elementId)
  const box = element?.getBoundingClientRect()
  if (element && box) element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: box.left + 24, clientY: box.top + box.height / 2 }))
}

export const isMenuKey = ({ key, shiftKey }: { key: string; shiftKey: boolean }): boolean => key === 'ContextMenu' || (key === 'F10' && shiftKey)
