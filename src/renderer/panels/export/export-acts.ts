import { withFormat } from '@shared/export-file'
import type { Fault } from '@shared/fault'
import { call } from '../../bridge/call'
import { isDirty } from '../../editor-core/buffer'
import { allBuffers } from '../../editor-core/buffers'
import { nameOfPath } from '../../editor-core/reading-order'
import { flushAll } from '../../editor-core/saving'
import { errorFault } from '../../i18n/fault-text'
import { text } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { useExport, type Existing } from '../../stores/export'
import { choiceKey, choiceOf, whyNot, type ExportKept } from '../../stores/export-kept'
import { useLayout } from '../../stores/layout'
import { attempt } from '../../stores/notices'
import { textState } from '../../stores/texts'

/** The file that is there stays, and nothing is written. */
export const leaveExisting = (): void => useExport.setState({ existing: null })

const kept = (): ExportKept => useLayout.getState().exporting
/** A choice of the author; a question about the file of another choice is no longer one. */
export function keepExport(change: Partial<ExportKept>): void {
  leaveExisting()
  useLayout.getState().set({ exporting: { ...kept(), ...change } })
}

/** Where the next export goes without a question; the ending follows the format. Null: the system's dialog asks. */
export const keptFile = ({ file, format }: ExportKept): string | null => (file === null ? null : withFormat(file, format))

function existingOf({ data }: Fault, file: string): Existing {
  const { size, modified } = data ?? {}
  return { file, size: typeof size === 'number' ? size : null, modified: typeof modified === 'string' ? modified : null }
}

/** What is typed and cannot get into its file now would be missing from the book: the first such text. */
async function unsavedText(): Promise<string | null> {
  await flushAll()
  return allBuffers().find((buffer) => isDirty(buffer) && buffer.path.startsWith('manuscript/'))?.path ?? null
}

async function start(file: string, overwrite: boolean): Promise<void> {
  const { choices, busy, settle } = useExport.getState()
  if (!choices || busy || whyNot(kept(), choices) !== null) return
  const failed = (runFault: Fault) => useExport.setState({ busy: false, runFault })
  useExport.setState({ busy: true, existing: null, report: null, runFault: null, progress: null, ranWith: choiceKey(kept(), choices.sections) })
  try {
    const unsaved = await unsavedText()
    if (unsaved !== null) return failed({ code: 'EXPORT_UNSAVED', message: 'This text has unsaved writing that cannot be saved now.', actual: unsaved, data: { field: textState(unsaved).title ?? nameOfPath(unsaved) } })
    const { exportId } = await call('export.run', { project: projectId(), choice: choiceOf(kept(), choices.sections), file, overwrite })
    useExport.setState({ running: exportId })
    // A short one has ended before its number was known here.
    await settle()
  } catch (error) {
    const fault = errorFault(error)
    if (fault.code === 'FILE_EXISTS') useExport.setState({ busy: false, existing: existingOf(fault, file) })
    else failed(fault)
  }
}

/** Asks where to in the system's dialog and exports there; where that dialog has asked about a file that is there, nobody asks again. */
export async function exportElsewhere(): Promise<void> {
  const { choices, busy } = useExport.getState()
  if (!choices || busy || whyNot(kept(), choices) !== null) return
  const { format } = kept()
  const last = keptFile(kept())
  const picked = await attempt(() => call('app.pickSaveFile', { title: text('export.pick'), folder: last === null ? choices.suggestedFolder : null, name: last ?? choices.suggestedName, format }))
  if (picked === null || picked.path === null) return
  keepExport({ file: picked.path })
  await start(picked.path, picked.asked)
}

/** To the place used last; the first time the system's dialog asks for one. */
export async function exportNow(): Promise<void> {
  const file = keptFile(kept())
  if (file === null) await exportElsewhere()
  else await start(file, false)
}

/** The author has read which file goes. */
export async function replaceExisting(): Promise<void> {
  const { existing } = useExport.getState()
  if (existing) await start(existing.file, true)
}

export async function stopExport(): Promise<void> {
  const { running, settle } = useExport.getState()
  if (running === null) return
  await attempt(() => call('export.stop', { project: projectId(), exportId: running }))
  await settle()
}
