import type { McpServerForm, McpServerRow } from '@shared/procedures/mcp'
import type { ToolLayer } from '@shared/procedures/tools'

/** One name with its value. A secret that is kept is never shown: `reference` is where it is. */
export interface NamedValue { readonly name: string; readonly value: string; readonly secret: boolean; readonly reference: string | null }
/** A server as the form holds it; lists are texts with a line for each. */
export interface ServerDraft {
  readonly layer: ToolLayer; readonly alias: string; readonly how: 'command' | 'url'; readonly command: string; readonly args: string; readonly url: string
  readonly env: readonly NamedValue[]; readonly headers: readonly NamedValue[]; readonly tools: string; readonly deferred: boolean; readonly enabled: boolean; readonly seconds: number
}
/** What is saved: the entry, and what goes to the keychain before. */
export interface Filled { readonly server: McpServerForm; readonly secrets: readonly { name: string; value: string }[] }

const reference = /^(?:[A-Za-z][A-Za-z0-9-]{0,31} )?keychain:([a-z0-9_-]{1,32})$/
/** The name of the key that a value refers to; null: the value is plain. */
export const keyNamed = (value: string): string | null => reference.exec(value)?.[1] ?? null
/** Keys that this form made; others belong to someone else and stay. */
export const isOwnKey = (name: string): boolean => name.startsWith('mcp-')

export const emptyDraft: ServerDraft = { layer: 'global', alias: '', how: 'command', command: '', args: '', url: '', env: [], headers: [], tools: '', deferred: false, enabled: true, seconds: 60 }
export const emptyHeader: NamedValue = { name: 'Authorization', value: '', secret: true, reference: null }
export const emptyVariable: NamedValue = { name: '', value: '', secret: false, reference: null }

export function draftOf({ layer, alias, form }: McpServerRow): ServerDraft {
  if (form === null) return { ...emptyDraft, layer, alias }
  return {
    layer, alias: form.alias, how: form.url === null ? 'command' : 'url', command: form.command ?? '', args: form.args.join('\n'), url: form.url ?? '',
    env: named(form.env), headers: named(form.headers), tools: (form.tools ?? []).join('\n'), deferred: form.deferred, enabled: form.enabled, seconds: form.callTimeoutSeconds,
  }
}

const named = (values: Readonly<Record<string, string>>): NamedValue[] => Object.entries(values).map(([name, value]) => {
  const secret = keyNamed(value) !== null
  return { name, value: secret ? '' : value, secret, reference: secret ? value : null }
})

/** The entry to write. An argument may begin or end with a space, an empty line is none. */
export function filled(draft: ServerDraft): Filled {
  const secrets: { name: string; value: string }[] = []
  const values = (rows: readonly NamedValue[]): Record<string, string> => Object.fromEntries(rows.filter((row) => row.name.trim() !== '').map((row) => [row.name.trim(), valueOf(draft, row, secrets)]))
  const lines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')
  const byCommand = draft.how === 'command'
  const tools = lines(draft.tools)
  return {
    server: {
      alias: draft.alias.trim(), command: byCommand ? draft.command.trim() : null, args: byCommand ? lines(draft.args) : [], url: byCommand ? null : draft.url.trim(),
      env: byCommand ? values(draft.env) : {}, headers: byCommand ? {} : values(draft.headers), tools: tools.length === 0 ? null : tools, deferred: draft.deferred, enabled: draft.enabled, callTimeoutSeconds: draft.seconds,
    },
    secrets,
  }
}

function valueOf(draft: ServerDraft, row: NamedValue, secrets: { name: string; value: string }[]): string {
  if (!row.secret) return row.value
  if (row.value === '') return row.reference ?? ''
  const isLogin = draft.how === 'url' && row.name.trim().toLowerCase() === 'authorization'
  const key = keyFor(draft, row.name.trim())
  secrets.push({ name: key, value: isLogin ? row.value.trim().replace(/^bearer\s+/i, '') : row.value })
  return `${isLogin ? 'Bearer ' : ''}keychain:${key}`
}

/** The same server and name give the same key, so that a new value replaces the old one. */
function keyFor({ layer, alias }: ServerDraft, name: string): string {
  let hash = 0x811c9dc5
  for (const unit of `${layer}\0${alias.trim()}\0${name}`) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return `mcp-${hash.toString(16).padStart(8, '0')}-${name.toLowerCase().replace(/[^a-z0-9_-]/g, '-')}`.slice(0, 32)
}

/** Names of servers become part of the names of their tools. */
export const isAlias = (alias: string): boolean => /^[a-z0-9_-]{1,32}$/.test(alias.trim())

/** What is missing before it could be saved at all; core says the rest. */
export function isComplete(draft: ServerDraft): boolean {
  const rows = draft.how === 'command' ? draft.env : draft.headers
  const target = draft.how === 'command' ? draft.command : draft.url
  return isAlias(draft.alias) && target.trim() !== '' && rows.every((row) => row.name.trim() === '' || !row.secret || row.value !== '' || row.reference !== null)
}
