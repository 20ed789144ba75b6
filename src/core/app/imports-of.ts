import type { Imports } from './imports'
import type { ProjectRuntime } from './types'

const held = new WeakMap<ProjectRuntime, Promise<Imports>>()

/** The imports of an opened project; loaded and made when first asked for, since most projects never import. */
export function importsOf(runtime: ProjectRuntime): Promise<Imports> {
  const known = held.get(runtime)
  if (known) return known
  const made = import('./imports').then(({ createImports }) => createImports(runtime))
  held.set(runtime, made)
  // Registered at once: a project that closes while they are being loaded waits for them too.
  runtime.onClose(async () => { await (await made.catch(() => null))?.close() })
  return made
}
