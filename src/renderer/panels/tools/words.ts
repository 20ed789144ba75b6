import { isMessageKey, type MessageKey } from '@shared/i18n'
import type { ToolListRow } from '@shared/procedures/tools'
import type { text } from '../../i18n/text'

type Say = typeof text

/** A word the catalogue has for this piece of data, else the data itself. */
export function wordOf(t: Say, prefix: string, value: string): string {
  const key = `${prefix}.${value}`
  return isMessageKey(key) ? t(key) : value
}

/** What a tool does in the author's words; null: only its own name is known. */
export function doesOf(t: Say, name: string): string | null {
  const key = `tools.does.${name}`
  return isMessageKey(key) ? t(key) : null
}

/** What a call of a tool is called in a conversation: the short name if there is one, else what it does, else its own name, of a server's tool apart from the server's. */
export function toolName(t: Say, name: string): string {
  const key = `sessions.tool.${name}`
  if (isMessageKey(key)) return t(key)
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? []
  return doesOf(t, name) ?? (server === undefined || tool === undefined ? name : t('tools.ofServer', { server, tool }))
}

/** Whether only the tool's own name is known, which is nobody's language. */
export const isOwnName = (name: string): boolean => !isMessageKey(`sessions.tool.${name}`) && !isMessageKey(`tools.does.${name}`)

export const reasonOf = (t: Say, reason: string): string => wordOf(t, 'tools.reason', reason)

/** Risk, effect and gate in one line. */
export function effectLine(t: Say, { risk, mutates, gate }: Pick<ToolListRow, 'risk' | 'mutates' | 'gate'>): string {
  const parts = [mutates === null ? null : t(mutates ? 'tools.mutates' : 'tools.reads'), risk === null ? null : wordOf(t, 'tools.risk', risk), gate === null ? null : wordOf(t, 'tools.gate', gate)]
  return parts.filter((part) => part !== null).join(' · ')
}

/** Why an approved content no longer counts, in the author's words. */
export function standingKey(state: string, approvedAt: string | null, changes: number): MessageKey | null {
  if (state === 'untrusted') return 'tools.untrustedHint'
  if (state !== 'needs_approval') return null
  return approvedAt === null ? 'tools.never' : changes > 0 ? 'tools.changedSince' : 'tools.withdrawn'
}
