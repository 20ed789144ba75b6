import { copyForWeb } from '@shared/copy-for-web'
import { shownKeys } from '../../commands/keys'
import type { CodeEditor } from '../../editor-core/load-monaco'
import { presentText } from '../../editor-core/start-texts'
import { text } from '../../i18n/text'
import { useLayout } from '../../stores/layout'
import { inform } from '../../stores/notices'

/** The whole text in front as web-novel sites want it (09 §5 Indent). */
export async function copyTextForWeb(): Promise<void> {
  const path = useLayout.getState().activePath
  const prose = path === null ? null : presentText(path)
  if (prose === null) return
  try {
    await navigator.clipboard.writeText(copyForWeb(prose))
    inform(text('editor.copied'))
  } catch {
    inform(text('editor.copyFailed'))
  }
}

export function copySelection(editor: CodeEditor, cut: boolean): void {
  editor.focus()
  editor.trigger('menu', cut ? 'editor.action.clipboardCutAction' : 'editor.action.clipboardCopyAction', null)
}

/** Reading the clipboard is not granted to the page; where the system refuses, the keys are named. */
export function pasteInto(editor: CodeEditor): void {
  editor.focus()
  if (!document.execCommand('paste')) inform(text('editor.pasteKey', { keys: shownKeys('Mod+V') }))
}
