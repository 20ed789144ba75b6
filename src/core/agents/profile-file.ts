import { createHash } from 'node:crypto'
import { parseDocument } from 'yaml'
import { z } from 'zod'
import { fail } from '@shared/fault'
import { Compaction, Summarizer, Thinking } from '@shared/settings'
import { PermissionMode, Risk, WorkMode } from '@shared/tool-result'
import type { Profile } from './types'

const Both = z.strictObject({ zh: z.string().min(1), en: z.string().min(1) })
const RootObject = z.looseObject({ type: z.literal('object') })
const Key = z.string().max(48).regex(/^[a-z][a-z0-9-]*(\.[a-z0-9-]+)*$/)

/** Front matter of a profile (04 §1). */
const FrontMatter = z.strictObject({
  key: Key, name: Both, description: Both, pack: z.enum(['nbook', 'noeta', 'both']), creationMode: z.enum(['public', 'system_only']),
  initial: RootObject.optional(), payload: RootObject.optional(), output: RootObject.optional(),
  tools: z.array(z.string().min(1)).default([]), mcp: z.array(z.string()).default([]),
  skills: z.strictObject({ include: z.array(z.string()) }).optional(),
  gates: z.strictObject({
    ask: z.array(z.string()).default([]), deny: z.array(z.string()).default([]), maxRisk: Risk.optional(), writeGlobs: z.array(z.string()).default([]),
    workMode: WorkMode.optional(), permission: PermissionMode.optional(),
  }).optional(),
  model: z.string().nullable().optional(), thinking: Thinking.optional(), temperature: z.number().min(0).max(2).optional(),
  maxSteps: z.number().int().min(1).max(200).default(200), compaction: Compaction.optional(), summarizer: Summarizer.optional(),
})

/** What the window tells in its own words; the message is for whoever looks closer. */
type BrokenAt = { problem: 'front' | 'key' } | { problem: 'yaml' | 'twice'; line: number } | { problem: 'field' | 'noSuchField'; field: string }

function fieldAt(issues: readonly z.core.$ZodIssue[]): BrokenAt {
  const first = issues[0]
  const path = first?.path.join('.') ?? ''
  return first?.code === 'unrecognized_keys' ? { problem: 'noSuchField', field: [path, first.keys[0]].filter(Boolean).join('.') } : { problem: 'field', field: path }
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Parses one file; PROFILE_BROKEN says what is wrong and where. PROFILE_TOOLS_MIXED (04 §1.1). */
export function parseProfile(text: string, key: string, file: string, layer: Profile['layer']): Profile {
  const broken = (why: string, what: BrokenAt): never => fail('PROFILE_BROKEN', `The profile ${file} cannot be used: ${why}`, { data: { key, file, ...what } })
  const parts = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(text)
  if (parts === null) return broken('it does not begin with front matter between two lines of ---.', { problem: 'front' })
  const document = parseDocument(parts[1] ?? '', { strict: true, uniqueKeys: true })
  const problem = document.errors[0] ?? document.warnings[0]
  if (problem !== undefined) return broken(problem.message, { problem: problem.code === 'DUPLICATE_KEY' ? 'twice' : 'yaml', line: (problem.linePos?.[0].line ?? 1) + 1 })
  const parsed = FrontMatter.safeParse(document.toJS())
  if (!parsed.success) return broken(parsed.error.issues.map((issue) => `/${issue.path.join('/')}: ${issue.message}`).join('; '), fieldAt(parsed.error.issues))
  const meta = parsed.data
  if (meta.key !== key) return broken(`its key is "${meta.key}", the file is named ${key}.md.`, { problem: 'key' })
  const mixed = meta.tools.includes('*') ? meta.tools.filter((name) => name !== '*' && !name.startsWith('ext:')) : []
  if (mixed.length > 0) fail('PROFILE_TOOLS_MIXED', `The profile ${file} mixes "*" with ${mixed.join(', ')}; give either "*" or the names.`, { pointer: '/tools', data: { key, file } })
  const { workMode, maxRisk, permission, ...lists } = meta.gates ?? { ask: [], deny: [], writeGlobs: [] }
  return {
    key, name: meta.name, description: meta.description, pack: meta.pack, creationMode: meta.creationMode, tools: meta.tools,
    gates: { ...lists, ...(maxRisk === undefined ? {} : { maxRisk }), ...(workMode === undefined ? {} : { workMode }), ...(permission === undefined ? {} : { permission }) },
    initial: meta.initial ?? null, payload: meta.payload ?? null, output: meta.output ?? null, model: meta.model ?? null, maxSteps: meta.maxSteps,
    ...(meta.temperature === undefined ? {} : { temperature: meta.temperature }), ...(meta.thinking === undefined ? {} : { thinking: meta.thinking }), ...(meta.summarizer?.model === undefined ? {} : { summarizer: meta.summarizer.model }),
    ...(meta.compaction === undefined ? {} : { compaction: meta.compaction }), mcp: meta.mcp, skills: meta.skills?.include ?? null,
    body: (parts[2] ?? '').trim(), hash: sha256(text), layer,
  }
}
