import type { KeyboardEvent } from 'react'

/** True while an input method composes: an Enter or Esc that ends a composition does nothing else (09 §5 IME). */
export const composing = (event: KeyboardEvent | globalThis.KeyboardEvent): boolean => {
  const native = 'nativeEvent' in event ? event.nativeEvent : event
  return native.isComposing || native.keyCode === 229
}
