import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { manifestText } from '../project/manifest'

/** A mistake in the command line itself: one line, exit 2 (10). */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

/** `list`: may be given several times. */
export type OptionKinds = Readonly<Record<string, 'string' | 'boolean' | 'list' | readonly string[]>>
export interface Parsed { words: string[]; text(name: string): string | undefined; list(name: string): string[]; flag(name: string): boolean; json: boolean }

/** Reads options strictly: unknown ones, missing values, values outside a list and one given twice are UsageErrors. `min`-`max` words are taken. */
export function parseOptions(argv: readonly string[], kinds: OptionKinds, words: { min: number; max: number; names: readonly string[] }): Parsed {
  const all: OptionKinds = { ...kinds, json: 'boolean', help: 'boolean' }
  const options = Object.fromEntries(Object.entries(all).map(([name, kind]) => [name, { type: kind === 'boolean' ? 'boolean' as const : 'string' as const, multiple: kind === 'list' }]))
  let parsed: { values: Record<string, unknown>; positionals: string[]; tokens: readonly { kind: string; name?: string }[] }
  try {
    parsed = parseArgs({ args: [...argv], options, allowPositionals: true, strict: true, tokens: true })
  } catch (error) {
    const [said = 'bad options'] = (error instanceof Error ? error.message : String(error)).split(/\.\s|\n/, 1)
    const dash = /^Option '(?:-\w, )?(--[\w-]+).* is ambiguous$/.exec(said)?.[1]
    throw new UsageError(dash === undefined ? said : `${dash} needs a value; one that begins with "-" is written ${dash}=VALUE`)
  }
  const { values, positionals } = parsed
  const given = parsed.tokens.flatMap(({ kind, name }) => (kind === 'option' && name !== undefined && all[name] !== 'list' ? [name] : []))
  const twice = given.find((name, at) => given.indexOf(name) < at)
  if (twice !== undefined) throw new UsageError(`--${twice} is given twice`)
  for (const [name, kind] of Object.entries(kinds)) {
    if (Array.isArray(kind) && values[name] !== undefined && !kind.includes(String(values[name]))) throw new UsageError(`--${name} takes one of ${kind.join(', ')}, not "${String(values[name])}"`)
  }
  if (positionals.length < words.min) throw new UsageError(`missing ${words.names[positionals.length] ?? 'argument'}`)
  if (positionals.length > words.max) throw new UsageError(`unexpected argument "${positionals[words.max] ?? ''}"`)
  return {
    words: positionals,
    text: (name) => (typeof values[name] === 'string' ? values[name] : undefined),
    list: (name) => (Array.isArray(values[name]) ? values[name].map(String) : []),
    flag: (name) => values[name] === true,
    json: values['json'] === true,
  }
}

export function required(parsed: Parsed, name: string): string {
  const value = parsed.text(name)
  if (value === undefined || value === '') throw new UsageError(`missing --${name}`)
  return value
}

/** The folder that --project names, where it may be left out; errors of `projectFolder`. */
export function projectDirOf(parsed: Parsed): string | null {
  const dir = parsed.text('project')
  return dir === undefined ? null : projectFolder(dir)
}

/** A project's folder, absolute, for commands that do not open it: of a mistyped one they would say that all is well. PROJECT_NOT_FOUND, PROJECT_MANIFEST_MISSING, PROJECT_MANIFEST_INVALID. */
export function projectFolder(dir: string): string {
  const absolute = resolve(dir)
  manifestText(absolute)
  return absolute
}
