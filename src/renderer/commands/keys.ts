import { text } from '../i18n/text'
import { composing } from '../ui/composing'
import { allCommands } from './registry'

const mac = navigator.platform.startsWith('Mac')

/** `Mod+Shift+A` as people see it on this system. */
export const shownKeys = (keys: string): string => keys.replace('Mod', mac ? '⌘' : 'Ctrl').replace('Alt', mac ? '⌥' : 'Alt').replace('Shift', mac ? '⇧' : 'Shift').replace('Space', text('frame.keySpace'))

const named: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', Backslash: '\\', Comma: ',', Backspace: 'Backspace', Enter: 'Enter' }

/** The pressed keys in the same notation; the physical key, so that Alt on a Mac does not change the letter. */
export function pressedKeys(event: KeyboardEvent): string {
  const key = event.code.startsWith('Key') ? event.code.slice(3) : event.code.startsWith('Digit') ? event.code.slice(5) : (named[event.code] ?? event.key)
  const mod = mac ? event.metaKey : event.ctrlKey
  return [mod && 'Mod', event.altKey && 'Alt', event.shiftKey && 'Shift', key].filter((part) => part !== false).join('+')
}

/** Listens for every command's keys before the focused part does; never while an input method composes. */
export function startKeys(): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (composing(event)) return
    const pressed = pressedKeys(event)
    const command = allCommands().find((c) => c.keys === pressed && (c.when?.() ?? true))
    if (!command) return
    event.preventDefault()
    event.stopPropagation()
    command.run()
  }
  window.addEventListener('keydown', onKey, true)
  return () => window.removeEventListener('keydown', onKey, true)
}
