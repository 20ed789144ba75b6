import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from './durable-file'
import { createSerial } from './serial'

/** The part of Electron's safeStorage that is used; tests give a fake. */
export interface SecureStore {
  isEncryptionAvailable(): boolean
  encryptString(text: string): Buffer
  decryptString(sealed: Buffer): string
  getSelectedStorageBackend?(): string
}

/** Provider keys (04 §8, G1): sealed by the system keychain in `<home>/keys.json`, or kept for this run where there is none. */
export interface Keychain {
  readonly secure: boolean
  set(name: string, value: string): Promise<'keychain' | 'run'>
  remove(name: string): Promise<void>
  names(): string[]
  /** For core only; never shown. */
  all(): Record<string, string>
}

export function openKeychain(home: string, store: SecureStore): Keychain {
  const file = join(home, 'keys.json')
  const secure = isSecure(store)
  const sealed = readSealed(file)
  const keys = new Map<string, string>()
  if (secure) for (const [name, text] of sealed) unseal(store, text, (value) => keys.set(name, value))
  const serial = createSerial()
  const save = () => serial.run(file, () => writeDurably(file, JSON.stringify(Object.fromEntries(sealed))))
  return {
    secure,
    set: async (name, value) => {
      keys.set(name, value)
      if (!secure) return 'run'
      sealed.set(name, store.encryptString(value).toString('base64'))
      await save()
      return 'keychain'
    },
    remove: async (name) => {
      keys.delete(name)
      if (sealed.delete(name)) await save()
    },
    names: () => [...keys.keys()].sort(),
    all: () => Object.fromEntries(keys),
  }
}

/** `basic_text` is a fixed password: no protection, so it counts as none (01 facts). */
function isSecure(store: SecureStore): boolean {
  try {
    return store.isEncryptionAvailable() && store.getSelectedStorageBackend?.() !== 'basic_text'
  } catch {
    return false
  }
}

function readSealed(file: string): Map<string, string> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof value !== 'object' || value === null) return new Map()
    return new Map(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    return new Map()
  }
}

/** A value sealed on another machine or account cannot be opened: that key counts as not set. */
function unseal(store: SecureStore, text: string, keep: (value: string) => void): void {
  try {
    keep(store.decryptString(Buffer.from(text, 'base64')))
  } catch {
    // Stays in the file until it is set anew.
  }
}
