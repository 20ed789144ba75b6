import { fail } from '@shared/fault'
import { z } from 'zod'

const text = z.string().min(1).regex(/\S/, 'must not be blank')
/** One thing a subject went through: a line of `events.jsonl` (07 §5). */
export const SubjectEvent = z.strictObject({ text, tick: z.union([z.number(), z.string()]).optional(), time: z.string().optional() })
export type SubjectEvent = z.infer<typeof SubjectEvent>
/** How a subject sees one topic: a line of `memory.jsonl`. */
export const SubjectMemory = z.strictObject({ topic: text, aliases: z.array(text).optional(), view: text })
export type SubjectMemory = z.infer<typeof SubjectMemory>

/** A value with the line it stands on, as it is written there. */
export interface Line<T> { readonly value: T; readonly raw: string; readonly at: number }

/** Every line of a file; blank ones are passed over. JSONL_INVALID with file and line. */
function linesOf<T>(content: string, shown: string, schema: z.ZodType<T>): Line<T>[] {
  return content.split(/\r?\n/).flatMap((raw, index) => {
    if (raw.trim() === '') return []
    const parsed = schema.safeParse(jsonOf(raw, shown, index + 1))
    if (parsed.success) return [{ value: parsed.data, raw, at: index + 1 }]
    return broken(shown, index + 1, issueTexts(parsed.error).join('; '))
  })
}

/** What a schema refused, each with where it stands below `at`. */
export const issueTexts = (error: z.ZodError, at = ''): string[] => error.issues.map(({ path, message }) => `${at}/${path.map(String).join('/')}: ${message}`)

function jsonOf(raw: string, shown: string, line: number): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return broken(shown, line, 'no JSON')
  }
}

const broken = (shown: string, line: number, why: string): never =>
  fail('JSONL_INVALID', `${shown}, line ${line}: ${why}.`, { actual: `${shown}:${line}`, fix: 'Correct that line; nothing was written.', data: { file: shown, line } })

export const eventLines = (content: string, shown: string): Line<SubjectEvent>[] => linesOf(content, shown, SubjectEvent)

/** Topics are unique: a second line of one topic is broken too. */
export function memoryLines(content: string, shown: string): Line<SubjectMemory>[] {
  const lines = linesOf(content, shown, SubjectMemory)
  const second = repeated(lines, ({ value }) => value.topic)
  return second === null ? lines : broken(shown, second.at, `the topic "${second.value.topic.slice(0, 80)}" stands on an earlier line too`)
}

/** The first of these whose topic one before it has, or null. */
export function repeated<T>(all: readonly T[], topicOf: (one: T) => string): T | null {
  const seen = new Set<string>()
  return all.find((one) => seen.size === seen.add(topicOf(one).normalize('NFC').trim()).size) ?? null
}

/** The file with these events after what stands there; a missing last line break is added first. */
export function appended(content: string, events: readonly SubjectEvent[], eol: 'lf' | 'crlf'): string {
  const end = eol === 'crlf' ? '\r\n' : '\n'
  const before = content === '' || content.endsWith('\n') ? content : content + end
  return before + events.map((event) => JSON.stringify(event) + end).join('')
}

/** The file of these memories; what did not change keeps its line as it is written. */
export function memoryText(memories: readonly SubjectMemory[], old: readonly Line<SubjectMemory>[], eol: 'lf' | 'crlf'): string {
  const known = new Map(old.map(({ value, raw }) => [JSON.stringify(value), raw.trim()]))
  const end = eol === 'crlf' ? '\r\n' : '\n'
  return memories.map((memory) => (known.get(JSON.stringify(memory)) ?? JSON.stringify(memory)) + end).join('')
}
