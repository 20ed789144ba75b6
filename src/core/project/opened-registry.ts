import type { Emit } from './types'

/** A project this process holds open, as its neighbours see it. */
export interface OpenedEntry { readonly slug: string; readonly dir: string; readonly emit: Emit; assertWritable(): void; wrote(real: string, hash: string | null): void }

const entries = new Set<OpenedEntry>()

/** The projects open in this process: what `workspace/<slug>/…` may reach (06 §1.1). */
export const openedProjects = (): readonly OpenedEntry[] => [...entries]

/** Adds a project until the returned function is called. */
export function registerOpened(entry: OpenedEntry): () => void {
  entries.add(entry)
  return () => entries.delete(entry)
}
