import { ContextMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { shownKeys } from '../../commands/keys'
import type { CodeEditor } from '../../editor-core/load-monaco'
import { useText } from '../../i18n/text'
import { copySelection, copyTextForWeb, pasteInto } from './clipboard'

/** Cut, copy, paste, copy for web: the text's own menu instead of a code editor's. Focus goes back to the text. */
export function TextMenu({ editor, readOnly, children }: { editor: CodeEditor | null; readOnly: boolean; children: ReactNode }) {
  const t = useText()
  const item = (label: string, keys: string | null, disabled: boolean, run: (editor: CodeEditor) => void, testId?: string) => (
    <ContextMenu.Item className="menu-item" disabled={disabled || !editor} data-testid={testId} onSelect={() => { if (editor) setTimeout(() => run(editor), 0) }}>
      <span>{label}</span>{keys !== null && <span className="keys">{shownKeys(keys)}</span>}
    </ContextMenu.Item>
  )
  const back = (event: Event) => { event.preventDefault(); editor?.focus() }
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild>{children}</ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content className="menu" onCloseAutoFocus={back}>
          {item(t('editor.cut'), 'Mod+X', readOnly, (e) => copySelection(e, true))}
          {item(t('editor.copy'), 'Mod+C', false, (e) => copySelection(e, false))}
          {item(t('editor.paste'), 'Mod+V', readOnly, pasteInto)}
          <ContextMenu.Separator className="menu-separator" />
          {item(t('command.copyForWeb'), null, false, () => void copyTextForWeb())}
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}
