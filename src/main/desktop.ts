import { stat } from 'node:fs/promises'
import { dialog, Notification, shell } from 'electron'
import type { BrowserWindow } from 'electron'
import { isExportFile, withFormat } from '@shared/export-file'
import { fail } from '@shared/fault'
import { exporting } from '@shared/i18n/exporting'
import type { ExportFormat } from '@shared/procedures/export'
import type { Locale } from '@shared/settings'
import type { ExternalLink } from './external-link'
import { focusWindow } from './windows'

/** System dialogs, notifications and the file manager. Dialogs are asked for by the author's own click. */
export interface Desktop {
  pickFolder(over: BrowserWindow, title: string, start: string | null): Promise<string | null>
  pickFile(over: BrowserWindow, title: string, extensions: string[]): Promise<string | null>
  /** Where to write a file; null when closed. `asked`: the system itself asked before taking a file that is there. */
  pickSaveFile(over: BrowserWindow, title: string, start: string, format: ExportFormat): Promise<{ path: string; asked: boolean } | null>
  showItem(path: string): Promise<void>
  /** False where the system shows none. A click brings `over` up. */
  notify(over: BrowserWindow, title: string, body: string): boolean
  openFolder(path: string): Promise<void>
  /** Opens what was exported with the program the system has for it; any other kind of file is refused. */
  openExported(path: string): Promise<void>
  /** Opens after the author has seen where it leads and agreed (EL-03). */
  openExternal(over: BrowserWindow, link: ExternalLink): Promise<void>
}

const words = {
  'zh-CN': { ask: '在浏览器中打开这个链接？', open: '打开', stay: '不打开', files: '文件' },
  en: { ask: 'Open this link in the browser?', open: 'Open', stay: 'Stay here', files: 'Files' },
} as const

export function createDesktop(language: Locale): Desktop {
  const text = words[language]
  return {
    pickFolder: async (over, title, start) => {
      const chosen = await dialog.showOpenDialog(over, { title, properties: ['openDirectory', 'createDirectory'], ...(start ? { defaultPath: start } : {}) })
      return chosen.filePaths[0] ?? null
    },
    pickFile: async (over, title, extensions) => {
      const filters = [{ name: text.files, extensions: extensions.map((extension) => extension.replace(/^\./, '')) }]
      const chosen = await dialog.showOpenDialog(over, { title, properties: ['openFile'], filters })
      return chosen.filePaths[0] ?? null
    },
    pickSaveFile: async (over, title, start, format) => {
      const { filePath } = await dialog.showSaveDialog(over, { title, defaultPath: start, filters: [{ name: exporting[`export.format.${format}`][language === 'en' ? 'en' : 'zh'], extensions: [format] }] })
      if (!filePath) return null
      const path = withFormat(filePath, format)
      // On Linux the dialog is told not to ask; elsewhere it does, about the name as it was typed.
      return { path, asked: process.platform !== 'linux' && path === filePath }
    },
    showItem: async (path) => {
      await mustExist(path)
      shell.showItemInFolder(path)
    },
    notify: (over, title, body) => {
      if (!Notification.isSupported()) return false
      const note = new Notification({ title, body })
      note.on('click', () => { if (!over.isDestroyed()) focusWindow(over) })
      note.show()
      return true
    },
    openFolder: async (path) => {
      const trouble = await shell.openPath(path)
      if (trouble) fail('OPEN_FAILED', trouble)
    },
    openExported: async (path) => {
      if (!isExportFile(path)) fail('LINK_REFUSED', 'Only what was exported can be opened from here.', { actual: path })
      await mustExist(path)
      const trouble = await shell.openPath(path)
      if (trouble) fail('OPEN_FAILED', trouble)
    },
    openExternal: async (over, link) => {
      const { response } = await dialog.showMessageBox(over, { type: 'question', message: text.ask, detail: `${link.shown}\n\n${link.url.slice(0, 500)}`, buttons: [text.open, text.stay], defaultId: 1, cancelId: 1, noLink: true })
      if (response === 0) await shell.openExternal(link.url)
    },
  }
}

async function mustExist(path: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (!found) fail('NOT_FOUND', 'This file is not there any more.', { actual: path })
}
