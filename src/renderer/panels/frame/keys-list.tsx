import { shownKeys } from '../../commands/keys'
import { allCommands } from '../../commands/registry'
import { useText } from '../../i18n/text'
import { useLayout } from '../../stores/layout'
import { Dialog } from '../../ui/dialog'

/** F1: every command that has keys. */
export function KeysList() {
  const t = useText()
  const { keysOpen, setKeysOpen } = useLayout()
  const rows = keysOpen ? allCommands().flatMap((command) => (command.keys ? [{ id: command.id, label: t(command.label), keys: shownKeys(command.keys) }] : [])) : []
  return (
    <Dialog open={keysOpen} title={t('frame.keysTitle')} onClose={() => setKeysOpen(false)} testId="keys-list">
      <ul className="keys-rows">{rows.map((row) => <li key={row.id}><span>{row.label}</span><kbd>{row.keys}</kbd></li>)}</ul>
    </Dialog>
  )
}
