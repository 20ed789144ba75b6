import { call } from '../../bridge/call'
import { text } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { useFiles } from '../../stores/files'
import { useLayout } from '../../stores/layout'
import { attempt, inform } from '../../stores/notices'
import type { ShownFile } from './file-rows'

const parent = (path: string) => path.split('/').slice(0, -1).join('/')
const join = (dir: string, name: string) => (dir === '' ? name : `${dir}/${name}`)
const home = (row: ShownFile | undefined): string => (!row ? 'lorebook/note' : row.file.kind === 'folder' ? row.file.path : parent(row.file.path))

/** A name not yet taken in a folder: 新文本, 新文本 2 … */
function freeName(dir: string, base: string, ending: string): string {
  const taken = new Set((useFiles.getState().folders[dir] ?? []).map((row) => row.name.toLowerCase()))
  for (let n = 1; ; n += 1) {
    const name = `${base}${n === 1 ? '' : ` ${n}`}${ending}`
    if (!taken.has(name.toLowerCase())) return name
  }
}

export async function createFile(row: ShownFile | undefined, kind: 'file' | 'folder'): Promise<void> {
  const dir = home(row)
  await useFiles.getState().load(dir)
  const path = join(dir, freeName(dir, text(kind === 'file' ? 'files.newName' : 'files.newFolderName'), kind === 'file' ? '.md' : ''))
  const made = await attempt(() => call('files.create', { project: projectId(), path, kind }))
  if (!made) return
  useFiles.getState().toggle(dir, true)
  await useFiles.getState().load(dir)
  useFiles.getState().select(made.path)
  useFiles.getState().edit(made.path)
}

async function move(from: string, to: string): Promise<void> {
  const done = await attempt(() => call('files.move', { project: projectId(), from, to }))
  await useFiles.getState().load(parent(from))
  await useFiles.getState().load(parent(to))
  if (done) useFiles.getState().select(done.path)
}

/** F2. A text keeps its ending when the author types none. */
export async function renameFile(row: ShownFile, name: string): Promise<void> {
  useFiles.getState().edit(null)
  const ending = row.file.kind === 'file' ? (/\.[^.]+$/.exec(row.file.name)?.[0] ?? '') : ''
  const whole = /\.[^.]+$/.test(name) || row.file.kind === 'folder' ? name.trim() : `${name.trim()}${ending}`
  if (name.trim() === '' || whole === row.file.name) return
  await move(row.file.path, join(parent(row.file.path), whole))
}

export const moveInto = (row: ShownFile, dir: string): Promise<void> => move(row.file.path, join(dir, row.file.name))

/** Mod+V: what Mod+X took goes into the folder of the current row. */
export async function moveCut(row: ShownFile): Promise<void> {
  const { cut, open, setCut, toggle } = useFiles.getState()
  const dir = row.file.kind === 'folder' ? row.file.path : parent(row.file.path)
  if (cut === null || parent(cut) === dir) return setCut(null)
  setCut(null)
  await move(cut, join(dir, cut.split('/').at(-1) ?? cut))
  if (!open.has(dir)) toggle(dir, true)
}

/** Alt+←: out of its folder. */
export async function moveOut(row: ShownFile): Promise<void> {
  const dir = parent(row.file.path)
  if (dir !== '') await moveInto(row, parent(dir))
}

export async function trashFile(row: ShownFile): Promise<void> {
  const done = await attempt(() => call('files.trash', { project: projectId(), path: row.file.path }))
  if (!done) return
  useLayout.getState().closeText(row.file.path)
  await useFiles.getState().load(parent(row.file.path))
  const back = async () => { await attempt(() => call('trash.restore', { project: projectId(), id: done.item })) }
  inform(text('files.trashed', { name: row.file.name, count: done.words }), { label: text('common.undo'), run: () => void back() })
}

/** Enter, a double click, the menu: into the text; a folder folds. */
export function openFile(row: ShownFile): void {
  if (row.file.kind === 'folder') useFiles.getState().toggle(row.file.path, !row.open)
  else useLayout.getState().openText(row.file.path)
}

/** A click: the text beside the list, which keeps the keys; a folder folds. */
export function showFile(row: ShownFile): void {
  if (row.file.kind === 'folder') openFile(row)
  else useLayout.getState().showText(row.file.path)
}
