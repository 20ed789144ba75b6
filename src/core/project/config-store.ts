import { readFileSync, statSync } from 'node:fs'
import type { z } from 'zod'
import { fail } from '@shared/fault'
import { stampOf } from './file-stamp'
import { writeJson } from './json-store'

/** A settings file whose last good values survive a broken one (09 §12). */
export interface ConfigFile<T> {
  /** The file is looked at again whenever it changed on the disk; `error` names what is wrong with it now. */
  get(): { value: T; error: string | null }
  /** Writes the changed value whole. SETTING_INVALID when the result does not fit; SETTING_FILE_BROKEN while the file cannot be read: nothing of it is lost. */
  update(change: (value: T) => T): Promise<T>
  /** Called after `update` and when a look found other values or another error. Returns the way to stop. */
  onChange(listener: () => void): () => void
}

/**
 * Opens `~/.wenqu/config.json`, `.nbook/config.json` or another JSON file of settings; a missing file means the schema's defaults.
 * With `lastGood`, a copy of the values is kept there, so that they outlive a start with a broken file.
 */
export function openConfigFile<S extends z.ZodType>(path: string, schema: S, lastGood?: string): ConfigFile<z.output<S>> {
  type T = z.output<S>
  const listeners = new Set<() => void>()
  let value: T = schema.parse({})
  let error: string | null = null
  let seen = ''
  let writing: Promise<unknown> = Promise.resolve()
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  const keep = (): Promise<void> => (lastGood === undefined ? Promise.resolve() : writeJson(lastGood, value, 0o600).catch(() => undefined))
  const look = (): boolean => {
    const mark = markOf(path)
    if (mark === seen) return false
    const first = seen === ''
    seen = mark
    const read = mark === 'missing' ? { value: schema.parse({}), error: null } : parseFile(path, schema)
    error = read.error
    if (read.error === null) {
      value = read.value
      if (mark !== 'missing') void keep()
    } else if (first && lastGood !== undefined) {
      const kept = parseFile(lastGood, schema)
      if (kept.error === null) value = kept.value
    }
    return !first
  }
  look()
  return {
    get: () => {
      if (look()) tell()
      return { value, error }
    },
    update: (change) => {
      const next = writing.then(async () => {
        look()
        if (error !== null) fail('SETTING_FILE_BROKEN', `The settings cannot be saved while their file is broken. ${error}`, { data: { path } })
        const parsed = schema.safeParse(change(value))
        if (!parsed.success) fail('SETTING_INVALID', issueOf(parsed.error), { data: { path } })
        await writeJson(path, parsed.data, 0o600)
        value = parsed.data
        seen = markOf(path)
        await keep()
        tell()
        return value
      })
      writing = next.catch(() => undefined)
      return next
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** What stays the same while a file is the same: its inode, times and size; `missing` when there is none. */
export function markOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined ? 'missing' : stampOf(found)
}

function parseFile<S extends z.ZodType>(path: string, schema: S): { value: z.output<S>; error: null } | { value: undefined; error: string } {
  try {
    const parsed = schema.safeParse(JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')))
    return parsed.success ? { value: parsed.data, error: null } : { value: undefined, error: `${path}: ${issueOf(parsed.error)}` }
  } catch (error) {
    return { value: undefined, error: `${path}: ${error instanceof Error ? error.message : String(error)}` }
  }
}

const issueOf = (error: z.ZodError): string => error.issues.map((issue) => `${issue.path.join('.') || '(top)'}: ${issue.message}`).join('; ')
