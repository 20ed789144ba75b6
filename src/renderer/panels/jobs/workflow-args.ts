import type { WorkflowArgHint, WorkflowInfo } from '@shared/workflow'

type Value = WorkflowArgHint['defaultValue']
/** How a value is filled in: what is neither words, a number, a yes nor a list of words is written as data. */
export type ArgKind = 'text' | 'number' | 'check' | 'lines' | 'data'
/** What was typed, and whether it can be given. */
export type ArgRead = { readonly ok: true; readonly value: Value } | { readonly ok: false }

export function kindOf(like: Value): ArgKind {
  if (typeof like === 'string') return 'text'
  if (typeof like === 'number') return 'number'
  if (typeof like === 'boolean') return 'check'
  return Array.isArray(like) && like.every((one) => typeof one === 'string') ? 'lines' : 'data'
}

/** A value as it stands in its field: a list one to a line. */
export function shownArg(value: Value, kind: ArgKind): string {
  if (typeof value === 'string') return value
  return kind === 'lines' && Array.isArray(value) ? value.join('\n') : JSON.stringify(value)
}

const numberOf = (text: string): ArgRead => (text.trim() !== '' && Number.isFinite(Number(text)) ? { ok: true, value: Number(text) } : { ok: false })
function dataOf(text: string): ArgRead {
  try { return { ok: true, value: JSON.parse(text) as Value } } catch { return { ok: false } }
}

/** What stands in a field as what the workflow takes; empty lines of a list do not count. */
export function readArg(text: string, kind: ArgKind): ArgRead {
  switch (kind) {
    case 'number': return numberOf(text)
    case 'lines': return { ok: true, value: text.split('\n').map((line) => line.trim()).filter((line) => line !== '') }
    case 'data': return dataOf(text)
    case 'text': case 'check': return { ok: true, value: text }
  }
}

/** What is given to a workflow: what the author filled in, else its own values; null while something does not fit. */
export function argsOf({ argsHint }: Pick<WorkflowInfo, 'argsHint'>, typed: Readonly<Record<string, unknown>>): Record<string, Value> | null {
  const args: Record<string, Value> = {}
  for (const { name, defaultValue } of argsHint) {
    const value = typed[name]
    if (value === undefined || typeof value === 'boolean') { args[name] = value ?? defaultValue; continue }
    const read = readArg(String(value), kindOf(defaultValue))
    if (!read.ok) return null
    args[name] = read.value
  }
  return args
}
