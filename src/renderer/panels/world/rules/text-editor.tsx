import { useId, useRef, type KeyboardEvent, type UIEvent } from 'react'
import type { WorldFileProblem } from '@shared/procedures/world'
import { useText } from '../../../i18n/text'
import { composing } from '../../../ui/composing'

interface Props { label: string; value: string; problems: readonly WorldFileProblem[]; readOnly: boolean; onType: (text: string) => void; testId: string }

/** Text with line numbers; lines with something wrong are marked. Tab leaves the field, two spaces are typed as such. */
export function TextEditor({ label, value, problems, readOnly, onType, testId }: Props) {
  const t = useText()
  const id = useId()
  const gutter = useRef<HTMLDivElement>(null)
  const lines = value.split('\n').length
  const bad = new Set(problems.flatMap(({ line }) => (line === null ? [] : [line])))
  const scrolled = (event: UIEvent<HTMLTextAreaElement>) => { if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop }
  /** Enter keeps the depth of the line above. */
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (composing(event) || event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.shiftKey) return
    const { selectionStart } = event.currentTarget
    const line = value.slice(value.lastIndexOf('\n', selectionStart - 1) + 1, selectionStart)
    const depth = `${/^ */.exec(line)?.[0] ?? ''}${/:\s*$/.test(line) ? '  ' : ''}`
    if (depth === '') return
    event.preventDefault()
    document.execCommand('insertText', false, `\n${depth}`)
  }
  return (
    <div className="text-editor">
      <label className="visually-hidden" htmlFor={id}>{label}</label>
      <div className="text-gutter" ref={gutter} aria-hidden>{Array.from({ length: lines }, (_, at) => <span key={at} data-bad={bad.has(at + 1)}>{at + 1}</span>)}</div>
      <textarea id={id} className="text-area" data-testid={testId} data-user-content spellCheck={false} wrap="off" readOnly={readOnly} aria-invalid={bad.size > 0 || undefined} title={bad.size > 0 ? t('world.problems', { count: problems.length }) : undefined} value={value} onChange={(event) => onType(event.target.value)} onScroll={scrolled} onKeyDown={keys} />
    </div>
  )
}

/** Puts the caret at the start of a line. */
export function goToLine(testId: string, line: number): void {
  const area = document.querySelector<HTMLTextAreaElement>(`textarea[data-testid="${testId}"]`)
  if (!area) return
  const before = area.value.split('\n').slice(0, line - 1)
  const start = before.reduce((sum, one) => sum + one.length + 1, 0)
  area.focus()
  area.setSelectionRange(start, start + (area.value.split('\n')[line - 1]?.length ?? 0))
  area.scrollTop = Math.max(0, (line - 4) * (area.scrollHeight / Math.max(1, area.value.split('\n').length)))
}
