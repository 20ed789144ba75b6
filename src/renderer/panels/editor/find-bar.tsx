import { ArrowDown, ArrowUp, CaseSensitive, X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { currentEditor } from '../../editor-core/current-editor'
import { text, useText } from '../../i18n/text'
import { useEditorView } from '../../stores/editor'
import { IconButton } from '../../ui/button'
import { composing } from '../../ui/composing'
import { createFinder, type Finder } from './finder'

interface Found { count: number; at: number | null }

/** A finder on the text in front while the bar is open. */
function useFinder(query: string, matchCase: boolean): { found: Found; step(by: 1 | -1): void } {
  const finder = useRef<Finder | null>(null)
  const [found, setFound] = useState<Found>({ count: 0, at: null })
  useEffect(() => {
    const editor = currentEditor()
    if (!editor) return undefined
    const made = createFinder(editor, setFound)
    finder.current = made
    return () => { finder.current = null; made.dispose() }
  }, [])
  useEffect(() => finder.current?.search(query, matchCase), [query, matchCase])
  const step = useCallback((by: 1 | -1) => finder.current?.step(by), [])
  return { found, step }
}

const countText = (query: string, { count, at }: Found) =>
  query === '' ? '' : count === 0 ? text('editor.findNone') : at === null ? text('editor.findTotal', { count }) : text('editor.findCount', { at: at + 1, count })

/** Mod+F: find in this chapter; Enter and Shift+Enter step, Esc goes back to the text. */
export function FindBar() {
  const t = useText()
  const { query, matchCase, setFind, closeFind } = useEditorView()
  const input = useRef<HTMLInputElement>(null)
  const { found, step } = useFinder(query, matchCase)
  useEffect(() => { input.current?.focus(); input.current?.select() }, [])
  const close = () => { closeFind(); currentEditor()?.focus() }
  const keys = (event: KeyboardEvent) => {
    if (composing(event)) return
    if (event.key === 'Enter' && event.target === input.current) { event.preventDefault(); step(event.shiftKey ? -1 : 1) }
    if (event.key === 'Escape') { event.preventDefault(); event.stopPropagation(); close() }
  }
  return (
    <div className="find-bar" data-testid="find-bar" role="search" aria-label={t('editor.findLabel')} onKeyDown={keys}>
      <input ref={input} className="input" type="text" aria-label={t('editor.findLabel')} placeholder={t('editor.findLabel')} value={query} spellCheck={false} onChange={(event) => setFind({ query: event.target.value })} />
      <span className="find-count" role="status" data-testid="find-count" data-value={found.count}>{countText(query, found)}</span>
      <button type="button" className="icon-button" aria-label={t('editor.matchCase')} title={t('editor.matchCase')} aria-pressed={matchCase} data-state={matchCase ? 'open' : 'closed'} onClick={() => setFind({ matchCase: !matchCase })}><CaseSensitive size={16} aria-hidden /></button>
      <IconButton label={t('editor.findPrevious')} disabled={found.count === 0} onClick={() => step(-1)}><ArrowUp size={16} aria-hidden /></IconButton>
      <IconButton label={t('editor.findNext')} disabled={found.count === 0} onClick={() => step(1)}><ArrowDown size={16} aria-hidden /></IconButton>
      <IconButton label={t('common.close')} onClick={close}><X size={16} aria-hidden /></IconButton>
    </div>
  )
}
