import { onEvent, onResync } from '../bridge/event-stream'
import { useApp } from '../stores/app'
import { useLayout } from '../stores/layout'
import { patchText, textState } from '../stores/texts'
import { isDirty, textOf } from './buffer'
import { allBuffers, bufferOf, dropAllBuffers } from './buffers'
import { putDraft } from './drafts'
import { loadMonaco } from './load-monaco'
import { findLeftovers, forgetDrafts, openBuffer } from './opening'
import { lookAgain, onFileEvent } from './outside'
import { flushAll, saveNow } from './saving'
import { answerFlushes, tellAllUnsaved } from './unsaved'

const ofProject = (project: string, from: string | null) => from === null || from === project

function afterRestart(project: string): void {
  for (const buffer of allBuffers()) {
    lookAgain(buffer)
    // Whoever was editing it ended with the core that is gone.
    if (textState(buffer.path).live) patchText(buffer.path, { live: false })
    void buffer.outside.then(() => { if (isDirty(buffer)) return saveNow(buffer); return undefined })
  }
  const { activePath } = useLayout.getState()
  if (activePath !== null && !bufferOf(activePath)) void openBuffer(project, activePath)
}

/** Keeps the open texts of one project in step with their files, until called back. */
export function startTexts(project: string): () => void {
  void loadMonaco()
  void findLeftovers(project)
  const putDrafts = () => { for (const buffer of allBuffers()) void putDraft(buffer) }
  const stops = [
    onEvent('file.changed', (event, from) => { if (ofProject(project, from)) onFileEvent(event) }),
    onEvent('file.editing', ({ path, active }, from) => { if (ofProject(project, from) && bufferOf(path)) patchText(path, { live: active }) }),
    onResync(() => { afterRestart(project); tellAllUnsaved() }),
    answerFlushes(project),
    window.wenqu.onBeforeClose(flushAll),
    useApp.subscribe(({ project: now }) => {
      if (now?.project !== project) return
      for (const { path } of allBuffers()) if (textState(path).readOnly !== now.readOnly) patchText(path, { readOnly: now.readOnly })
    }),
  ]
  window.addEventListener('pagehide', putDrafts)
  return () => {
    window.removeEventListener('pagehide', putDrafts)
    putDrafts()
    for (const stop of stops) stop()
    dropAllBuffers()
    forgetDrafts()
  }
}

/** The text of a path as it stands in the editor, for commands that need it. */
export const presentText = (path: string): string | null => {
  const buffer = bufferOf(path)
  return buffer ? textOf(buffer) : null
}
