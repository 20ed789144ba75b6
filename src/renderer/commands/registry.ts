import type { MessageKey } from '@shared/i18n'

/** One record per command feeds toolbar, menu, shortcut, key list and quick open (12, excalidraw's lesson). */
export interface Command {
  readonly id: string
  readonly label: MessageKey
  /** e.g. `Mod+Shift+A`; Mod = Ctrl or Cmd. */
  readonly keys?: string
  readonly when?: () => boolean
  readonly run: () => void
}

const commands = new Map<string, Command>()

/** Adds commands; a panel's own go away with it. */
export function addCommands(list: readonly Command[]): () => void {
  for (const command of list) commands.set(command.id, command)
  return () => { for (const command of list) if (commands.get(command.id) === command) commands.delete(command.id) }
}

export const allCommands = (): Command[] => [...commands.values()]
export const runCommand = (id: string): void => {
  const command = commands.get(id)
  if (command && (command.when?.() ?? true)) command.run()
}
