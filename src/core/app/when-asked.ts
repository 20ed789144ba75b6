import type { ProjectRuntime } from './types'

/** A part of an opened project that is loaded and made when first asked for, since most projects never need it; closed with the project. */
export function whenAsked<Part extends { close(): Promise<void> }>(make: (runtime: ProjectRuntime) => Promise<Part>): (runtime: ProjectRuntime) => Promise<Part> {
  const held = new WeakMap<ProjectRuntime, Promise<Part>>()
  return (runtime) => {
    const known = held.get(runtime)
    if (known) return known
    const made = make(runtime)
    held.set(runtime, made)
    // Registered at once: a project that closes while it is being loaded waits for it too.
    runtime.onClose(async () => { await (await made.catch(() => null))?.close() })
    return made
  }
}
