import { isFormDraft } from '@shared/form-draft'
import type { Draft } from '@shared/procedures/app'
import type { Output } from '@shared/procedures'
import { call } from '../bridge/call'
import { errorFault } from '../i18n/fault-text'
import { useApp } from '../stores/app'
import { useLayout } from '../stores/layout'
import { patchText, textState, useTexts } from '../stores/texts'
import { isDirty, type TextBuffer } from './buffer'
import { bufferOf, keepBuffer } from './buffers'
import { realClock } from './clock'
import { recover } from './draft-recovery'
import { dropDraft, putDraft } from './drafts'
import { keepVersion } from './keep-version'
import { loadMonaco, type Monaco } from './load-monaco'
import { styleParagraphs } from './paragraph-style'
import { createSaveScheduler } from './save-scheduler'
import { flushBuffer, saveNow } from './saving'
import { tellUnsaved } from './unsaved'
import { learnVersions } from './versions-clock'
import { watchLoss } from './watch-loss'
import { countSoon } from './word-counting'

type Opened = Output<'text.open'>
let drafts: Promise<Map<string, Draft>> | null = null

/** Drafts an earlier run left, read once per project. */
export function loadDrafts(project: string): Promise<Map<string, Draft>> {
  drafts ??= call('drafts.list', { project }).then(({ drafts: rows }) => new Map(rows.map((draft) => [draft.path, draft])), () => new Map<string, Draft>())
  return drafts
}
export const forgetDrafts = (): void => { drafts = null }

/** Unsaved writing of texts that have no tab: named, not opened unasked. */
export async function findLeftovers(project: string): Promise<void> {
  const found = await loadDrafts(project)
  const { tabs } = useLayout.getState()
  useTexts.setState({ leftovers: [...found.keys()].filter((path) => !isFormDraft(path) && !tabs.includes(path)) })
}

async function modifiedAt(project: string, path: string): Promise<string | null> {
  try {
    const { rows } = await call('files.list', { project, dir: path.split('/').slice(0, -1).join('/') })
    return rows.find((row) => row.path === path)?.modifiedAt ?? null
  } catch {
    return null
  }
}

function createBuffer(monaco: typeof Monaco, project: string, path: string, opened: Pick<Opened, 'text' | 'eol'> & { hash: string | null }): TextBuffer {
  const model = monaco.editor.createModel(opened.text, 'plaintext')
  if (opened.eol === 'crlf') model.setEOL(monaco.editor.EndOfLineSequence.CRLF)
  const buffer: TextBuffer = {
    project, path, model, baseHash: opened.hash, savedVersion: model.getAlternativeVersionId(), saving: null, failures: 0, stopRetry: null, drafts: Promise.resolve(), hasDraft: false,
    versions: null, namedVersion: null, outside: Promise.resolve(), view: null, usedAt: Date.now(),
    scheduler: createSaveScheduler(realClock, { draft: () => void putDraft(buffer, () => void saveNow(buffer)), file: () => void saveNow(buffer).then(() => tellUnsaved(buffer)) }),
  }
  styleParagraphs(model)
  watchLoss(model, (before) => void keepVersion(buffer, 'replace', before))
  model.onDidChangeContent(() => {
    countSoon(buffer)
    buffer.scheduler.typed()
    tellUnsaved(buffer)
    if (!buffer.versions) void learnVersions(buffer)
    const { save } = textState(buffer.path)
    if (save === 'saved' && isDirty(buffer)) patchText(buffer.path, { save: 'unsaved' })
  })
  return buffer
}

/** Puts unsaved writing of an earlier run back, or into the history when the file is newer; neither text is lost. */
async function recoverDraft(buffer: TextBuffer, opened: Opened, draft: Draft): Promise<void> {
  const what = recover(draft, { text: opened.text, hash: opened.hash, modifiedAt: await modifiedAt(buffer.project, buffer.path) })
  buffer.hasDraft = true
  if (what === 'drop') return dropDraft(buffer)
  if (what === 'useFile') {
    if (!await keepVersion(buffer, 'replace', draft.text)) return
    patchText(buffer.path, { notice: 'fileUsed' })
    return dropDraft(buffer)
  }
  buffer.model.setValue(draft.text)
  patchText(buffer.path, { notice: 'draftUsed', save: 'unsaved' })
  // Only when the file's text is in the history may the draft take its place.
  if (await keepVersion(buffer, 'outside', opened.text)) await saveNow(buffer)
}

/** A file that is gone while its unsaved text is here: shown, with the offer to write it again. */
function openGone(monaco: typeof Monaco, project: string, path: string, draft: Draft): TextBuffer {
  const buffer = createBuffer(monaco, project, path, { text: draft.text, eol: draft.text.includes('\r\n') ? 'crlf' : 'lf', hash: null })
  buffer.hasDraft = true
  buffer.savedVersion = -1
  keepBuffer(buffer, useLayout.getState().tabs)
  patchText(path, { phase: 'ready', save: 'unsaved', conflict: { kind: 'deleted' } })
  return buffer
}

async function openFile(project: string, path: string): Promise<void> {
  const [monaco, draft] = await Promise.all([loadMonaco(), loadDrafts(project).then((all) => all.get(path) ?? null)])
  try {
    const opened = await call('text.open', { project, path })
    if (bufferOf(path)) return
    const readOnly = opened.readOnly || (useApp.getState().project?.readOnly ?? false)
    const buffer = createBuffer(monaco, project, path, opened)
    keepBuffer(buffer, useLayout.getState().tabs)
    if (draft && !readOnly) await recoverDraft(buffer, opened, draft).finally(() => loadDrafts(project).then((all) => all.delete(path)))
    patchText(path, { phase: 'ready', openFault: null, readOnly, title: opened.title, save: readOnly || isDirty(buffer) ? textState(path).save : 'saved' })
    countSoon(buffer, true)
  } catch (error) {
    const fault = errorFault(error)
    if (fault.code === 'NOT_FOUND' && draft) return void openGone(monaco, project, path, draft)
    patchText(path, { phase: 'failed', openFault: fault })
  }
}

const opening = new Map<string, Promise<void>>()

/** Makes a text ready to be shown: from its buffer if it is still there, else from the file and its draft. */
export async function openBuffer(project: string, path: string): Promise<void> {
  const known = bufferOf(path)
  if (known) { known.usedAt = Date.now(); return }
  const under = opening.get(path)
  if (under) return under
  if (textState(path).phase === 'failed') patchText(path, { phase: 'loading', openFault: null })
  const job = openFile(project, path).finally(() => opening.delete(path))
  opening.set(path, job)
  return job
}

/** Leaving a text: what waits is written. */
export const leaveBuffer = (path: string): void => {
  const buffer = bufferOf(path)
  if (buffer) void flushBuffer(buffer)
}
