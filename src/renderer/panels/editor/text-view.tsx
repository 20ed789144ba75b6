import { useEffect, useRef, useState } from 'react'
import { bufferOf } from '../../editor-core/buffers'
import { loadMonaco, type CodeEditor } from '../../editor-core/load-monaco'
import { leaveBuffer, openBuffer } from '../../editor-core/opening'
import { settleCaret } from '../../editor-core/paragraph-style'
import { useText } from '../../i18n/text'
import { useApp } from '../../stores/app'
import { useLayout } from '../../stores/layout'
import { useTexts } from '../../stores/texts'
import { ErrorNote } from '../../ui/error-note'
import { LateLoading } from '../../ui/late-loading'
import { restoreCaret, watchCaret } from './carets'
import { createProseEditor, showModel } from './prose-editor'
import { mayTakeFocus } from './take-focus'
import { TextMenu } from './text-menu'

/** The one Monaco of the window, made once Monaco is there. */
function useProseEditor(label: string) {
  const host = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<CodeEditor | null>(null)
  useEffect(() => {
    let made: ReturnType<typeof createProseEditor> | null = null
    let gone = false
    void loadMonaco().then((monaco) => {
      if (gone || !host.current) return
      made = createProseEditor(monaco, host.current, label)
      setEditor(made.editor)
    })
    return () => { gone = true; setEditor(null); made?.dispose() }
    // The label is set anew below when the language changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  useEffect(() => { editor?.updateOptions({ ariaLabel: label }) }, [editor, label])
  return { host, editor }
}

function markPainted(path: string): void {
  requestAnimationFrame(() => setTimeout(() => performance.mark('wenqu:chapter-painted', { detail: { path } }), 0))
}

/** Shows the buffer of `path` in the editor, and keeps its place when another comes. */
function useModel(editor: CodeEditor | null, path: string, ready: boolean): void {
  useEffect(() => {
    const buffer = bufferOf(path)
    if (!editor || !ready || !buffer) return undefined
    showModel(editor, buffer.model)
    settleCaret(buffer.model)
    restoreCaret(editor, path)
    markPainted(path)
    if (mayTakeFocus(path)) editor.focus()
    // Whose text the editor holds, once its place and the focus are settled.
    const host = editor.getContainerDomNode()
    host.dataset['shown'] = path
    const stop = watchCaret(editor, path)
    return () => {
      stop()
      delete host.dataset['shown']
      const left = bufferOf(path)
      if (left && editor.getModel() === left.model) { left.view = editor.saveViewState(); left.usedAt = Date.now() }
    }
  }, [editor, path, ready])
}

/** The text in front already is asked for again: the caret goes into it. */
function useEntering(editor: CodeEditor | null, path: string): void {
  const asked = useLayout((s) => (s.entering?.path === path ? s.entering.asked : 0))
  useEffect(() => {
    if (asked > 0 && editor?.getContainerDomNode().dataset['shown'] === path && mayTakeFocus(path)) editor.focus()
  }, [editor, path, asked])
}

/** The text itself: `data-saved` says whether its file holds what is shown. */
export function TextView({ project, path }: { project: string; path: string }) {
  const t = useText()
  const { host, editor } = useProseEditor(t('editor.text'))
  const state = useTexts((s) => s.texts[path])
  const core = useApp((s) => s.core)
  const focus = useLayout((s) => s.focus)
  const dimming = useApp((s) => s.ui?.dimming ?? false)
  const ready = state?.phase === 'ready'
  const readOnly = state?.readOnly ?? false
  useEffect(() => {
    void openBuffer(project, path)
    return () => leaveBuffer(path)
  }, [project, path])
  // A text that could not be read while core was away is read when it is back.
  useEffect(() => { if (core === 'ready' && state?.openFault?.code === 'CORE_GONE') void openBuffer(project, path) }, [core, state?.openFault, project, path])
  useModel(editor, path, ready)
  useEntering(editor, path)
  useEffect(() => { editor?.updateOptions({ readOnly, domReadOnly: readOnly }) }, [editor, readOnly])
  useEffect(() => {
    const listener = editor?.onDidBlurEditorText(() => leaveBuffer(path))
    return () => listener?.dispose()
  }, [editor, path])
  const saved = ready && state.save === 'saved' && state.conflict === null
  return (
    <TextMenu editor={editor} readOnly={readOnly}>
      <div className="editor-text" data-testid="editor-text" data-path={path} data-state={state?.save ?? 'none'} data-saved={saved ? 'true' : 'false'} data-readonly={readOnly} data-dimmed={focus && dimming} data-user-content>
        <div className="editor-host" ref={host} hidden={state?.phase === 'failed'} style={{ visibility: ready ? 'visible' : 'hidden' }} />
        {!ready && state?.phase !== 'failed' && <div className="editor-over"><LateLoading /></div>}
        {state?.openFault && <div className="editor-over editor-failed"><p>{t('editor.openFailed')}</p><ErrorNote fault={state.openFault} onRetry={() => void openBuffer(project, path)} /></div>}
      </div>
    </TextMenu>
  )
}
