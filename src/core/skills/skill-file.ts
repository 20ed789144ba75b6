import { parseDocument } from 'yaml'
import { fail } from '@shared/fault'
import { z } from 'zod'

const maxBytes = 262_144
const yes = new Set(['true', 'yes', 'on', '1'])
const oneOrMany = z.union([z.string(), z.array(z.string())]).transform((value) => (typeof value === 'string' ? value.split(/[\n,]/).map((part) => part.trim()).filter((part) => part !== '') : value))

/** Front matter of a SKILL.md; keys it does not know are metadata (07 §7). */
const FrontMatter = z.looseObject({
  name: z.string().max(64).regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be words of small letters and digits joined by -'),
  description: z.string().trim().min(1).max(1_024),
  when_to_use: z.union([z.string(), z.array(z.string())]).optional(),
  priority: z.number().int().default(100),
  version: z.union([z.string(), z.number()]).optional(),
  'disable-model-invocation': z.union([z.boolean(), z.string(), z.number()]).default(false),
  'allowed-tools': oneOrMany.optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  license: z.string().optional(),
})

/** A skill as its file describes it. `allowedTools` null: no restriction. */
export interface SkillText {
  readonly name: string; readonly title: string; readonly description: string; readonly when: string; readonly priority: number; readonly version: string | null
  readonly hidden: boolean; readonly allowedTools: readonly string[] | null; /** The novel's language it is for; null: any. */ readonly locale: string | null; readonly body: string
}

/** Reads a SKILL.md; SKILL_BROKEN says why it is off. */
export function parseSkill(bytes: Uint8Array, folder: string): SkillText {
  const broken = (why: string): never => fail('SKILL_BROKEN', `The skill "${folder}" is off: ${why}`)
  if (bytes.length > maxBytes) return broken(`SKILL.md has ${bytes.length} bytes; at most ${maxBytes} are read.`)
  const text = strictUtf8(bytes) ?? broken('SKILL.md is not UTF-8.')
  const parts = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(text)
  if (parts === null) return broken('SKILL.md does not begin with front matter between two lines of ---.')
  const document = parseDocument(parts[1] ?? '', { uniqueKeys: true })
  const [problem] = document.errors
  if (problem !== undefined) return broken(problem.message.split('\n')[0] ?? 'its front matter cannot be read.')
  const parsed = FrontMatter.safeParse(document.toJS({ maxAliasCount: 20 }))
  if (!parsed.success) return broken(parsed.error.issues.map((issue) => `/${issue.path.join('/')}: ${issue.message}`).join('; '))
  const meta = parsed.data
  if (meta.name !== folder) return broken(`its name is "${meta.name}", its folder "${folder}".`)
  const extra = { ...meta.metadata, ...Object.fromEntries(Object.entries(meta).filter(([key]) => !(key in FrontMatter.shape))) }
  const said = (key: string): string | null => (typeof extra[key] === 'string' ? extra[key] : null)
  return {
    name: meta.name, title: said('title') ?? meta.name, description: oneLine(meta.description), when: oneLine(whenOf(meta.when_to_use)), priority: meta.priority,
    version: meta.version === undefined ? null : String(meta.version), hidden: yes.has(String(meta['disable-model-invocation']).toLowerCase()),
    allowedTools: meta['allowed-tools'] ?? null, locale: said('locale'), body: (parts[2] ?? '').trim(),
  }
}

const whenOf = (when: string | string[] | undefined): string => (when === undefined ? '' : typeof when === 'string' ? when : when.join('; '))
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()

function strictUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
