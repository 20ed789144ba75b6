import { useEffect, type RefObject } from 'react'
import { addCommands } from '../../commands/registry'
import { useTranscript } from '../../stores/transcript'

const within = (id: string) => Boolean(document.activeElement?.closest(`[data-testid="${id}"]`))
const inAssistant = () => within('sessions-panel') && !within('approvals-panel')

function stepFrom(at: number, by: 1 | -1): number | null {
  const { entries, total } = useTranscript.getState()
  for (let index = at + by; index >= 0 && index < total; index += by) {
    const role = entries.get(index)?.payload['role']
    if (role === 'user' || role === 'assistant') return index
  }
  return null
}

/** Alt+↑ and Alt+↓ go from message to message, from the composer to the newest (09 §6). */
export function useMessageKeys(box: RefObject<HTMLElement | null>, reveal: (index: number) => void): void {
  useEffect(() => {
    const go = (by: 1 | -1) => {
      const row = document.activeElement?.closest<HTMLElement>('[data-index]')
      const at = row && box.current?.contains(row) ? Number(row.dataset['index']) : useTranscript.getState().total
      const to = stepFrom(at, by)
      if (to === null) {
        if (by === 1) document.querySelector<HTMLElement>('[data-testid="composer"]')?.focus()
        return
      }
      reveal(to)
      const focus = (tries: number) => {
        const entry = box.current?.querySelector<HTMLElement>(`[data-index="${to}"] [data-testid="entry"]`)
        if (entry) entry.focus({ preventScroll: true })
        else if (tries > 0) requestAnimationFrame(() => focus(tries - 1))
      }
      focus(10)
    }
    return addCommands([
      { id: 'previousMessage', label: 'sessions.previousMessage', keys: 'Alt+↑', when: inAssistant, run: () => go(-1) },
      { id: 'nextMessage', label: 'sessions.nextMessage', keys: 'Alt+↓', when: inAssistant, run: () => go(1) },
    ])
  })
}
