import { useRef } from 'react'

/** A dialog opened by a key has no button to go back to: the keys return to where they were when it opened. */
export function useReturn() {
  const before = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus: () => { before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const at = before.current
      before.current = null
      if (at?.isConnected && document.activeElement === document.body) at.focus({ preventScroll: true })
    },
  }
}
