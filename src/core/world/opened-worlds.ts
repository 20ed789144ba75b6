import type { ScriptParts } from './script/run-script'

/** The world of a project this process holds open, as other projects' sessions reach it by its slug (02 §3). `dir` is canonical. */
export interface OpenedWorld { readonly slug: string; readonly dir: string; readonly parts: ScriptParts; assertWritable(): void }

const entries = new Set<OpenedWorld>()

export const openedWorlds = (): readonly OpenedWorld[] => [...entries]

/** Adds a world until the returned function is called. */
export function registerWorld(entry: OpenedWorld): () => void {
  entries.add(entry)
  return () => void entries.delete(entry)
}
