import { useShallow } from 'zustand/react/shallow'
import type { MessageKey } from '@shared/i18n'
import { shownKeys } from '../../commands/keys'
import { allCommands } from '../../commands/registry'
import { useText } from '../../i18n/text'
import { useLayout } from '../../stores/layout'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'

/** Keys that belong to one part of the window and work while it has the focus. */
const parts: readonly { title: MessageKey; rows: readonly { label: MessageKey; keys: readonly string[] }[] }[] = [
  { title: 'keys.tree', rows: [
    { label: 'keys.move', keys: ['Alt+↑', 'Alt+↓'] }, { label: 'keys.rename', keys: ['F2'] }, { label: 'command.newChapter', keys: ['N'] },
    { label: 'keys.toTrash', keys: ['Del'] }, { label: 'command.undo', keys: ['Mod+Z'] }, { label: 'command.redo', keys: ['Mod+Shift+Z', 'Mod+Y'] }, { label: 'keys.openText', keys: ['Enter'] }, { label: 'keys.closeBeside', keys: ['Esc'] },
  ] },
  { title: 'keys.board', rows: [
    { label: 'keys.moveAround', keys: ['Alt+↑', 'Alt+↓', 'Alt+←', 'Alt+→'] }, { label: 'keys.openPlan', keys: ['Enter'] }, { label: 'keys.newRow', keys: ['N'] }, { label: 'keys.toChapter', keys: ['M'] },
    { label: 'keys.rename', keys: ['F2'] }, { label: 'keys.archive', keys: ['Del'] }, { label: 'command.undo', keys: ['Mod+Z'] }, { label: 'command.redo', keys: ['Mod+Shift+Z', 'Mod+Y'] },
  ] },
  { title: 'keys.ledgers', rows: [{ label: 'keys.newRow', keys: ['N'] }, { label: 'keys.rename', keys: ['F2'] }, { label: 'keys.toTrash', keys: ['Del'] }, { label: 'keys.sendForm', keys: ['Mod+Enter'] }] },
  { title: 'keys.world', rows: [
    { label: 'keys.slices', keys: ['←', '→'] }, { label: 'keys.editSlice', keys: ['Enter'] }, { label: 'command.newSlice', keys: ['Alt+N'] }, { label: 'keys.hideSlice', keys: ['Del'] }, { label: 'keys.saveForm', keys: ['Mod+Enter'] }, { label: 'command.undo', keys: ['Mod+Z'] },
  ] },
  { title: 'keys.jobs', rows: [{ label: 'keys.seeResult', keys: ['Enter'] }, { label: 'keys.openSession', keys: ['O'] }, { label: 'keys.cancelJob', keys: ['Del'] }] },
  { title: 'keys.tools', rows: [{ label: 'keys.saveFile', keys: ['Mod+Enter'] }] },
  { title: 'keys.import', rows: [{ label: 'keys.tick', keys: ['Space'] }, { label: 'keys.mergeUp', keys: ['M'] }, { label: 'keys.rename', keys: ['F2'] }, { label: 'keys.leaveOut', keys: ['Del'] }] },
  { title: 'keys.export', rows: [{ label: 'keys.tick', keys: ['Space'] }, { label: 'keys.tickAlong', keys: ['Shift+↑', 'Shift+↓'] }, { label: 'keys.tickAll', keys: ['Mod+A'] }, { label: 'keys.export', keys: ['Mod+Enter'] }, { label: 'keys.toText', keys: ['Esc'] }] },
  { title: 'keys.approvals', rows: [
    { label: 'keys.approve', keys: ['Mod+Enter'] }, { label: 'keys.deny', keys: ['Mod+Backspace'] }, { label: 'keys.otherApproval', keys: ['Alt+←', 'Alt+→'] }, { label: 'keys.toText', keys: ['Esc'] },
  ] },
  { title: 'keys.composer', rows: [{ label: 'keys.nextMode', keys: ['Shift+Tab'] }, { label: 'keys.stop', keys: ['Esc'] }, { label: 'keys.lastWords', keys: ['↑'] }] },
]

/** Commands with keys; one that has two ways shows both in one row. */
function commandRows(): { label: MessageKey; keys: string[] }[] {
  const rows = new Map<string, { label: MessageKey; keys: string[] }>()
  for (const { label, keys } of allCommands()) {
    if (!keys) continue
    const name = label === 'command.settings' ? 'frame.settings' : label
    rows.set(name, { label, keys: [...(rows.get(name)?.keys ?? []), keys] })
  }
  return [...rows.values()]
}

/** F1: every command that has keys, then the keys of each part of the window. */
export function KeysList() {
  const t = useText()
  const { keysOpen, setKeysOpen } = useLayout(useShallow(({ keysOpen, setKeysOpen }) => ({ keysOpen, setKeysOpen })))
  const list = (rows: readonly { label: MessageKey; keys: readonly string[] }[]) => (
    <ul className="keys-rows">{rows.map((row) => <li key={row.label}><span>{t(row.label)}</span><span>{row.keys.map((keys) => <kbd key={keys}>{shownKeys(keys)}</kbd>)}</span></li>)}</ul>
  )
  return (
    <Dialog open={keysOpen} title={t('frame.keysTitle')} onClose={() => setKeysOpen(false)} testId="keys-list">
      <div className="keys-parts" role="group" aria-label={t('frame.keysTitle')} tabIndex={0}>
        {keysOpen && list(commandRows())}
        {parts.map((part) => <section key={part.title}><h3>{t(part.title)}</h3>{list(part.rows)}</section>)}
      </div>
      <div className="dialog-buttons"><Button onClick={() => setKeysOpen(false)}>{t('common.close')}</Button></div>
    </Dialog>
  )
}
