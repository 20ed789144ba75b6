import { isComposing } from './current-editor'
import type { CodeEditor } from './load-monaco'

/** A pause this long ends an undo step. */
export const pauseMs = 1_500

const closers = '"\'”’」』）)】》〉'
const sentenceEnd = new RegExp(`(?:[。！？…]+[${closers}]*\\s*|[.!?]+[${closers}]*\\s+)$`, 'u')
/** Marks that still belong to the sentence they follow. */
const belongsBefore = new RegExp(`^[。！？…\\s${closers}.!?]`, 'u')

/** Whether what is typed now begins a new undo step: after a pause, or after the sentence `before` ends with. A line break begins one in Monaco itself. */
export function beginsStep({ before, typed, idle }: { before: string; typed: string; idle: number }): boolean {
  return idle >= pauseMs || (sentenceEnd.test(before) && !belongsBefore.test(typed))
}

/** Cuts the undo of one text into sentences, pauses and compositions: one Mod+Z takes back no more than was just written. Touches no text. */
export function watchUndoSteps(editor: CodeEditor, now: () => number = () => performance.now()): void {
  let changedAt = Number.NEGATIVE_INFINITY
  const cut = (typed: string | null) => {
    const [model, at] = [editor.getModel(), editor.getPosition()]
    if (!model || !at || isComposing()) return
    const before = typed === null ? '' : model.getLineContent(at.lineNumber).slice(0, at.column - 1)
    if (beginsStep({ before, typed: typed ?? '', idle: now() - changedAt })) editor.pushUndoStop()
  }
  editor.onDidChangeModelContent(() => { changedAt = now() })
  // Deletions are keys only; a key that writes comes by here and by the event below.
  editor.onKeyDown(() => cut(null))
  // Monaco has this event but does not publish its type.
  const events = editor as CodeEditor & { onWillType?: (listener: (text: string) => void) => unknown }
  events.onWillType?.(cut)
  editor.onDidCompositionStart(() => editor.pushUndoStop())
  // The composed text has arrived by then, and the next composition, if there is one, has made its own cut.
  editor.onDidCompositionEnd(() => setTimeout(() => { if (!isComposing()) editor.pushUndoStop() }, 0))
}
