import type { Scenario } from './scenario'

export type Bindings = Record<string, string>
type Lang = 'zh' | 'en'

/** Variables of the message: the first group of the pattern, else the default. */
export function messageVariables(scenario: Scenario, message: string, lang: Lang): Bindings {
  return Object.fromEntries(Object.entries(scenario.vars).map(([name, one]) => {
    const found = one.regex === undefined ? null : new RegExp(one.regex, 'iu').exec(message)
    return [name, found?.[1] ?? (typeof one.default === 'string' ? one.default : one.default[lang])]
  }))
}

/** `$.acts[0].chapters[0].id` in a value; undefined when it leads nowhere. */
export function lookUp(value: unknown, path: string): unknown {
  let at: unknown = value
  for (const [, name, index] of path.matchAll(/\.([A-Za-z_][\w-]*)|\[(\d+)\]/g)) {
    if (typeof at !== 'object' || at === null) return undefined
    at = Reflect.get(at, name ?? Number(index))
  }
  return at
}

/** The first path that leads to a text or a number. */
export function bindFirst(value: unknown, paths: string | readonly string[]): string | undefined {
  for (const path of typeof paths === 'string' ? [paths] : paths) {
    const found = lookUp(value, path)
    if ((typeof found === 'string' && found !== '') || typeof found === 'number') return String(found)
  }
  return undefined
}

/** Takes one language of every `{zh, en}` pair, at any depth. */
export function localise<T>(value: T, lang: Lang): T {
  if (Array.isArray(value)) return value.map((one) => localise(one, lang)) as T & unknown[]
  if (typeof value !== 'object' || value === null) return value
  const keys = Object.keys(value)
  if (keys.length === 2 && 'zh' in value && 'en' in value) return Reflect.get(value, lang) as T
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, localise(one, lang)])) as T
}

/** Puts variables in place of `{{name}}`, in texts, lists and objects alike; `{{name|number}}` alone is the number. An unknown one stays empty. */
export function fill<T>(value: T, bindings: Bindings): T {
  const number = typeof value === 'string' ? /^\{\{(\w+)\|number\}\}$/.exec(value) : null
  if (number !== null) return Number(bindings[number[1] ?? '']) as T & number
  if (typeof value === 'string') return value.replace(/\{\{(\w+)\}\}/g, (_, name: string) => bindings[name] ?? '') as T & string
  if (Array.isArray(value)) return value.map((one) => fill(one, bindings)) as T & unknown[]
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one, bindings)])) as T
}
