import { useEffect, type KeyboardEvent } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { isComposing } from '../../editor-core/current-editor'
import { startTexts } from '../../editor-core/start-texts'
import { runCommand } from '../../commands/registry'
import { useText } from '../../i18n/text'
import { useApp } from '../../stores/app'
import { useApprovals } from '../../stores/approvals'
import { useEditorView } from '../../stores/editor'
import { useLayout } from '../../stores/layout'
import { useStatus } from '../../stores/status'
import { useTexts } from '../../stores/texts'
import { composing } from '../../ui/composing'
import { CompareView } from './compare-view'
import { EditorBars, Leftovers } from './editor-bars'
import { addEditorCommands } from './editor-commands'
import { EditorEmpty } from './editor-empty'
import { EditorHead } from './editor-head'
import { EditorTabs } from './editor-tabs'
import { FindBar } from './find-bar'
import { HistoryDrawer } from './history-drawer'
import { TextView } from './text-view'

/** Tells the status bar about the text in front. */
function useStatusOf(path: string | null): void {
  const words = useTexts((s) => (path === null ? null : (s.texts[path]?.words ?? null)))
  const save = useTexts((s) => (path === null ? 'none' : (s.texts[path]?.save ?? 'none')))
  useEffect(() => useStatus.getState().set({ words, save }), [words, save])
}

/** In focus mode approvals are a dot, and leaving is said once, quietly. */
function FocusMarks() {
  const t = useText()
  const pending = useApprovals((s) => s.pending.length)
  return (
    <>
      <p className="focus-hint" aria-hidden>{t('editor.leaveFocus')}</p>
      {pending > 0 && <button type="button" className="focus-dot" data-testid="focus-pending" data-value={pending} aria-label={t('editor.pending', { count: pending })} title={t('editor.pending', { count: pending })} onClick={() => runCommand('approvals')} />}
    </>
  )
}

/** Esc in the text closes the find bar, then the history, then leaves focus mode, before Monaco sees it; an Esc that ends a composition does nothing else. */
function useEscape() {
  const { focus, setFocus } = useLayout(useShallow(({ focus, setFocus }) => ({ focus, setFocus })))
  const { find, closeFind, history, closeHistory } = useEditorView()
  return (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || composing(event) || isComposing() || !(event.target instanceof Element)) return
    const inText = event.target.closest('[data-testid="editor-text"]') !== null
    if (find && inText) closeFind()
    else if (history && !focus) closeHistory()
    else if (focus && (inText || !event.target.closest('.find-bar, .compare'))) setFocus(false)
  }
}

/** Tabs, head, bars and the text; mounted as long as the project is open (09 §5). */
export function EditorPanel() {
  const t = useText()
  const project = useApp((s) => s.project?.project)
  const path = useLayout((s) => s.activePath)
  const hasTabs = useLayout((s) => s.tabs.length > 0)
  const focus = useLayout((s) => s.focus)
  const { find, findAsked, history } = useEditorView()
  const onKeyDown = useEscape()
  useStatusOf(path)
  useEffect(addEditorCommands, [])
  useEffect(() => (project === undefined ? undefined : startTexts(project)), [project])
  if (project === undefined) return null
  return (
    <section className="editor-panel" data-testid="editor-panel" aria-label={t('editor.text')} onKeyDownCapture={onKeyDown}>
      {!focus && hasTabs && <EditorTabs />}
      {!focus && <Leftovers />}
      {path === null ? <EditorEmpty /> : (
        <div className="editor-row" data-testid={focus ? 'focus-mode' : undefined}>
          <div className="editor-main">
            {!focus && <EditorHead path={path} />}
            <EditorBars path={path} quiet={focus} />
            {find && <FindBar key={`${path} ${findAsked}`} />}
            <div className="editor-stage">
              <TextView project={project} path={path} />
              <CompareView key={path} path={path} />
              {focus && <FocusMarks />}
            </div>
          </div>
          {!focus && history && <HistoryDrawer path={path} />}
        </div>
      )}
    </section>
  )
}
