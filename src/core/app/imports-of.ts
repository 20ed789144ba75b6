import type { Imports } from './imports'
import type { ProjectRuntime } from './types'

const held = new WeakMap<ProjectRuntime, Promise<Imports>>()

/** The imports of an opened project; loaded and made when first asked for, since most projects never import. */
export function importsOf(runtime: ProjectRuntime): Promise<Imports> {
  const known = held.get(runtime)
  if (known) return known
  const made = import('./imports').then(({ createImports }) => createImports(runtime))
  held.set(runtime, made)
  return made
}

/** Ends what runs, before the project closes. */
export async function closeImports(runtime: ProjectRuntime): Promise<void> {
  await (await held.get(runtime))?.close()
}
