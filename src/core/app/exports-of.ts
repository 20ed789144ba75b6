import type { Exports } from './exports'
import type { ProjectRuntime } from './types'

const held = new WeakMap<ProjectRuntime, Promise<Exports>>()

/** The exports of an opened project; loaded and made when first asked for. */
export function exportsOf(runtime: ProjectRuntime): Promise<Exports> {
  const known = held.get(runtime)
  if (known) return known
  const made = import('./exports').then(({ createExports }) => createExports(runtime))
  held.set(runtime, made)
  // Registered at once: a project that closes while they are being loaded waits for them too.
  runtime.onClose(async () => { await (await made.catch(() => null))?.close() })
  return made
}
