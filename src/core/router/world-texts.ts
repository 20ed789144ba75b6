import { fail, isFault } from '@shared/fault'
import type { Output } from '@shared/procedures'
import type { WorldFileName } from '@shared/procedures/world'
import type { Locale } from '@shared/settings'
import type { ProjectRuntime } from '../app/types'
import { hashBytes } from '../project/hash'
import { encodeText } from '../project/text-file'
import type { OpenedProject, SafePath, TextFile } from '../project/types'
import { calendarProblems, parseCalendar } from '../world/calendar/parse-calendar'
import { parseSchema, schemaProblems } from '../world/schema/parse-schema'
import type { Calendar } from '../world/types'
import { author } from './texts'

const paths: Record<WorldFileName, string> = { schema: 'world/schema.yaml', calendar: 'world/calendar.yaml' }

/** A file of `world/`; null where there is none. */
async function readFile(project: OpenedProject, name: WorldFileName): Promise<{ path: SafePath; file: TextFile | null }> {
  const path = await project.files.authorize(paths[name], { use: 'create' })
  return { path, file: path.exists ? await project.files.readText(path) : null }
}

/** What a reading gives, or nothing where the text is broken or absent. */
function understood<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (isFault(error)) return null
    throw error
  }
}

/** Schema and calendar as texts, and what they mean. */
export async function worldFiles({ project, world }: ProjectRuntime): Promise<Output<'world.files'>> {
  const [schema, calendar] = await Promise.all([readFile(project, 'schema'), readFile(project, 'calendar')])
  const view = understood(() => world.files.calendar())
  return {
    schema: { text: schema.file?.text ?? '', hash: schema.file?.hash ?? null, types: understood(() => world.files.schema().types) ?? {} },
    calendar: { text: calendar.file?.text ?? '', hash: calendar.file?.hash ?? null, view: view && { kind: view.kind, format: view.sample.format, examples: [...view.sample.examples] } },
  }
}

const word = (locale: Locale): 'zh' | 'en' => (locale === 'en' ? 'en' : 'zh')
const shownExamples = 8

/** Times an author knows: those of the novel's own slices, spread over it; a few round ones before there are any. */
function exampleInstants({ world }: ProjectRuntime): bigint[] {
  const { items } = world.slices({ limit: 200 })
  const step = Math.max(1, Math.ceil(items.length / shownExamples))
  const own = items.filter((_, at) => at % step === 0).map(({ instant }) => BigInt(instant))
  return own.length > 0 ? own : [0n, 3_600n, 86_400n, 31_536_000n, -1n]
}

/** What is wrong with a text, and what would come of it if it were saved. Nothing is written. */
export function checkWorldText(runtime: ProjectRuntime, file: WorldFileName, text: string, locale: Locale): Output<'world.checkFile'> {
  const problems = file === 'schema' ? schemaProblems(text, word(locale)) : calendarProblems(text, word(locale))
  if (problems.length > 0) return { problems, issues: [], examples: [] }
  if (file === 'schema') return { problems, issues: runtime.world.issuesWith(parseSchema(text)), examples: [] }
  const calendar: Calendar = parseCalendar(text)
  return { problems, issues: [], examples: exampleInstants(runtime).flatMap((instant) => { const time = understood(() => calendar.format(instant)); return time === null ? [] : [{ instant: String(instant), time }] }) }
}

/** Writes the author's text over the file it was read from; STALE_READ when that changed. A text that is broken is not written. */
export async function saveWorldText({ project }: ProjectRuntime, name: WorldFileName, text: string, base: string | null): Promise<{ hash: string }> {
  if (name === 'schema') parseSchema(text)
  else parseCalendar(text)
  const { path, file } = await readFile(project, name)
  if ((file?.hash ?? null) !== base) fail('STALE_READ', `${path.shown} has changed since it was read.`, { data: { hash: file?.hash ?? null } })
  await project.files.apply([{ path, text, base }], author)
  return { hash: file === null ? hashBytes(text) : hashBytes(encodeText(text, file, path.shown)) }
}
