import type { ContextKind, ContextReport, ContextRow } from '@shared/context'
import { isMessageKey, messages, type MessageKey } from '@shared/i18n'
import type { Locale } from '@shared/settings'
import { limitsOf } from '../compaction/limits'
import { nextRequest, type NextRequest } from '../context'
import { messageOf } from '../conversation'
import type { Parts } from '../parts'
import { chooseModel } from '../run-loop'
import { countTokens } from './count'
import { estimateText, estimateTool } from './estimate'
import type { HeadSection } from './head'
import type { Piece } from './view'

/** Older parts of a long conversation stand together in one row. */
const MOST_PIECES = 200
const TITLE = 60

type Say = (key: MessageKey, values?: Record<string, string | number>) => string
type Seed = Omit<ContextRow, 'share'>
interface Facts { say: Say; scale: number; keep: number; over: boolean; /** Entries up to this seq were part of the last request. */ sentUpTo: number }

/** The next request of a session as rows whose tokens sum to its total (04 §6, 09 A7). */
export async function contextReport(parts: Parts, sessionId: number, lang: Locale): Promise<ContextReport> {
  const branch = parts.store.branch(sessionId)
  const next = await nextRequest(parts, sessionId, branch)
  const { tokens: counted, scale } = countTokens(branch, next)
  const model = chooseModel(parts, sessionId)
  const spec = parts.models.spec(model)
  const profile = parts.profiles.get(parts.store.row(sessionId).profileKey)
  const limits = limitsOf(profile, spec)
  const lastReply = branch.entries.findLast((entry) => messageOf(entry)?.role === 'assistant')
  const facts: Facts = { say: sayIn(lang), scale, keep: limits.keep, over: limits.isOver(counted), sentUpTo: lastReply === undefined ? -1 : lastReply.seq - 1 }
  const seeds = [...headRows(next, facts, profile.name[lang === 'en' ? 'en' : 'zh']), ...toolRows(next, facts), ...pieceRows(next.pieces, facts)]
  const total = seeds.reduce((sum, row) => sum + row.tokens, 0)
  return { model, window: spec.context, tokens: total, limit: Math.floor(limits.at), rows: seeds.map((row) => ({ ...row, share: total === 0 ? 0 : row.tokens / total })) }
}

function sayIn(lang: Locale): Say {
  return (key, values = {}) => Object.entries(values).reduce<string>(
    (text, [name, value]) => text.replaceAll(`{{${name}}}`, typeof value === 'number' ? value.toLocaleString(lang) : value), messages[key][lang === 'en' ? 'en' : 'zh'])
}

const scaled = (tokens: number, { scale }: Facts): number => Math.round(tokens * scale)

function headRows({ head }: NextRequest, facts: Facts, name: string): Seed[] {
  return head.map((section) => ({
    kind: section.kind, title: section.source ?? facts.say(`context.kind.${section.kind}`), tokens: scaled(estimateText(section.text), facts), why: headWhy(section, facts.say, name), source: section.source,
    cached: facts.sentUpTo >= 0 && section.kind !== 'withheld',
  }))
}

function headWhy({ kind, cut, source }: HeadSection, say: Say, name: string): string {
  if (kind === 'withheld') return say('context.why.withheld')
  if (cut > 0) return say('context.why.cut', { source: source ?? '', count: cut })
  switch (kind) {
    case 'prompt': return say('context.why.prompt', { name })
    case 'rules': return say('context.why.rules')
    case 'project': return say('context.why.project')
    case 'agents_md': return say('context.why.agents_md', { source: source ?? '' })
    case 'notes': return say('context.why.notes', { source: source ?? '' })
    case 'memory': return say('context.why.memory')
    case 'skill_catalog': return say('context.why.skill_catalog')
    case 'workflows': return say('context.why.workflows')
  }
}

function toolRows({ tools }: NextRequest, facts: Facts): Seed[] {
  return tools.map((tool) => ({ kind: 'tool_def', title: tool.name, tokens: scaled(estimateTool(tool), facts), why: facts.say('context.why.tool_def'), source: null, cached: facts.sentUpTo >= 0 }))
}

/** From the newest back, so that each row knows how many tokens are newer. */
function pieceRows(pieces: readonly Piece[], facts: Facts): Seed[] {
  const rows: Seed[] = []
  let newer = 0
  for (const piece of pieces.toReversed()) {
    const tokens = scaled(piece.tokens, facts)
    rows.unshift({ kind: kindOf(piece), title: titleOf(piece, facts.say), tokens, why: pieceWhy(piece, newer, facts), source: piece.entry.id, cached: piece.entry.seq <= facts.sentUpTo })
    newer += tokens
  }
  const summary = rows[0]?.kind === 'summary' ? rows.splice(0, 1) : []
  const earlier = rows.splice(0, Math.max(0, rows.length - MOST_PIECES))
  if (earlier.length === 0) return [...summary, ...rows]
  const together: Seed = { kind: 'message', title: facts.say('context.earlier'), tokens: earlier.reduce((sum, row) => sum + row.tokens, 0), why: facts.say('context.why.earlier', { count: earlier.length }), source: null, cached: earlier.every((row) => row.cached) }
  return [...summary, together, ...rows]
}

const isRecall = ({ entry }: Piece): boolean => entry.type === 'custom_message' && entry.payload['kind'] === 'recall'

function kindOf(piece: Piece): ContextKind {
  if (isRecall(piece)) return 'memory'
  const { message } = piece
  return (message.role === 'tool' && message.image !== undefined) || (message.role === 'user' && message.pictures !== undefined) ? 'attachment' : piece.kind
}

function pieceWhy(piece: Piece, newer: number, { say, keep, over }: Facts): string {
  if (piece.kind === 'summary') { const counts = piece.entry.payload['counts'] as { entries?: number } | undefined; return say('context.why.summary', { count: counts?.entries ?? 0 }) }
  if (piece.kind === 'cleared') return say('context.why.cleared')
  if (piece.kind === 'mode') return say('context.why.mode')
  if (isRecall(piece)) return say('context.why.recall')
  if (piece.entry.type === 'custom_message') return say('context.why.engine')
  if (newer < keep) return say('context.why.newest', { count: keep })
  return say(over ? 'context.why.next' : 'context.why.fits')
}


/** What a tool does in the author's words; one of the author's own keeps its name. */
const toolWord = (name: string, say: Say): string => { const key = `tools.does.${name}`; return isMessageKey(key) ? say(key) : name }

const short = (text: string): string => { const line = text.replace(/\s+/g, ' ').trim(); return line.length > TITLE ? `${line.slice(0, TITLE)}…` : line }

function titleOf({ kind, entry, message }: Piece, say: Say): string {
  if (message.role === 'tool') return message.tool
  if (kind === 'summary' || kind === 'mode') return say(`context.kind.${kind}`)
  if (entry.type === 'custom_message') return short(String(entry.payload['text'] ?? ''))
  if (message.role !== 'assistant') return say('context.author', { text: short(message.text) })
  return message.text === '' ? say('context.calls', { tools: message.calls.map(({ tool }) => toolWord(tool, say)).join(say('common.listComma')) }) : say('context.reply', { text: short(message.text) })
}
