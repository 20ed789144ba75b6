import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from './durable-file'
import { createSerial } from './serial'

export type LayoutValue = Record<string, unknown>

/** Zones, open tabs, caret, window bounds: one small file per project window under `<home>/layouts` (W1, W2, R5). */
export interface Layouts {
  get(key: string): LayoutValue | null
  set(key: string, layout: LayoutValue): Promise<void>
  drain(): Promise<void>
}

export function openLayouts(home: string): Layouts {
  const serial = createSerial()
  const known = new Map<string, LayoutValue | null>()
  const fileOf = (key: string) => join(home, 'layouts', `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`)
  return {
    get: (key) => {
      const held = known.get(key)
      if (held !== undefined) return held
      const read = readLayout(fileOf(key))
      known.set(key, read)
      return read
    },
    set: (key, layout) => {
      known.set(key, layout)
      return serial.run(key, () => writeDurably(fileOf(key), JSON.stringify(layout)))
    },
    drain: () => serial.drain(),
  }
}

/** A layout that cannot be read is no reason not to start: the window opens as new. */
function readLayout(file: string): LayoutValue | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}
