import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react'
import type { Session } from '@shared/session'
import { useMentions } from '../../stores/mentions'
import { choicesFor, type Choice } from './choices'
import { namingAt, withChoice, type Naming } from './completion'

export interface Completion {
  /** Null: nothing is being named. */ readonly naming: Naming | null; /** Null: still being read. */ readonly choices: readonly Choice[] | null; readonly at: number
  /** Looks where the caret is now. */ look(): void
  pick(choice: Choice): void
  /** True when the key was for the list. */ keys(event: KeyboardEvent): boolean
}

interface Wish { area: RefObject<HTMLTextAreaElement | null>; text: string; session: Session | null; setText: (text: string) => void }

/** `/` commands, `$` skills and `@` files while they are typed; Esc leaves the words as they are (09 §6). */
export function useCompletion({ area, text, session, setText }: Wish): Completion {
  const [caret, setCaret] = useState(0)
  const [at, setAt] = useState(0)
  const [left, setLeft] = useState<number | null>(null)
  const found = namingAt(text, Math.min(caret, text.length))
  const naming = found !== null && found.from !== left ? found : null
  const { files, skills, loadFiles, loadSkills } = useMentions()
  const kind = naming?.kind
  useEffect(() => {
    if (kind === 'file' && files === null) void loadFiles()
    if (kind === 'skill' && skills === null) void loadSkills()
  }, [kind, files, skills, loadFiles, loadSkills])
  const choices = naming === null ? null : choicesFor(naming, session)
  const shown = Math.min(at, Math.max(0, (choices?.length ?? 0) - 1))
  const look = () => {
    const now = area.current?.selectionStart ?? 0
    if (now !== caret) setAt(0)
    setCaret(now)
    if (namingAt(area.current?.value ?? '', now) === null) setLeft(null)
  }
  const pick = (choice: Choice) => {
    if (naming === null) return
    const made = withChoice(text, naming, choice.words ?? '')
    setText(made.text)
    setCaret(made.caret)
    requestAnimationFrame(() => { area.current?.focus(); area.current?.setSelectionRange(made.caret, made.caret) })
    choice.run?.()
  }
  const keys = (event: KeyboardEvent): boolean => {
    if (naming === null) return false
    const chosen = choices?.[shown]
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape') setLeft(naming.from)
    else if (step !== undefined && choices && choices.length > 0) setAt((shown + step + choices.length) % choices.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && chosen) pick(chosen)
    else return false
    event.preventDefault()
    return true
  }
  return { naming, choices, at: shown, look, pick, keys }
}
