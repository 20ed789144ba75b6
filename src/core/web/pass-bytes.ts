import { pipeline, type Readable, type Writable } from 'node:stream'

/** Passes bytes on until one side ends, and the other with it; one that has gone already is no error, which `pipeline` makes of it. */
export function passBytes(from: Readable, to: Writable): void {
  if (to.destroyed) return void from.destroy()
  pipeline(from, to, () => undefined)
}
