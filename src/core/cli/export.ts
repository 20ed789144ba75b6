import { resolve } from 'node:path'
import { withFormat } from '@shared/export-file'
import { fail } from '@shared/fault'
import { ExportChoice, ExportFormat, longestAuthor, longestBreak, TitleStyle, type ExportSection, type LeftOut } from '@shared/procedures/export'
import { exportsOf } from '../app/exports-of'
import type { Core } from '../app/types'
import { EXIT, type Command } from './command'
import { assertNotBelowTool } from './human'
import { counted, show, type Io } from './io'
import { parseOptions, required, UsageError, type Parsed } from './usage'
import { stopSignal, withProject } from './with-project'

const options = {
  project: 'string', format: ExportFormat.options, out: 'string', chapters: 'string', titles: TitleStyle.options, 'no-indent': 'boolean', crlf: 'boolean', 'scene-break': 'string', author: 'string', overwrite: 'boolean',
} as const

/** `export` (10, 09 §16): the novel, or chapters of it, as one file; an author's own act, since it writes outside the novel. */
export const exportCommand: Command = {
  usage: 'export --project DIR --format txt|docx|epub|md|html --out FILE [--chapters 1-10,12] [--titles written|numbered|none] [--no-indent] [--scene-break TEXT] [--crlf] [--author NAME] [--overwrite] [--json]',
  does: 'Exports the novel as one file; a file that is there is replaced only with --overwrite.',
  details: [
    '--chapters     places in reading order, as the story lists them; without it the whole book',
    '--titles       written: as they are named; numbered: 第N章 or Chapter N before names without a number; none',
    '--no-indent    TXT: a blank line between paragraphs; Word, EPUB, HTML: space between them',
    `--scene-break  what stands between scenes, one line of at most ${longestBreak} characters (one that begins with "-": --scene-break=---); without it as it is written, "" is a blank line`,
    '--crlf         TXT: line ends of Windows',
    `--author       Word, EPUB, HTML: who wrote it, at most ${longestAuthor} characters`,
    '--out          a file outside every novel, with the ending of its format',
    'What is left out (chapters without text, texts of no chapter, what cannot be read) is listed.',
  ].join('\n'),
  async run(argv, io) {
    const parsed = parseOptions(argv, options, { min: 0, max: 0, names: [] })
    const dir = required(parsed, 'project')
    const format = ExportFormat.parse(required(parsed, 'format'))
    const file = fileFor(required(parsed, 'out'), format)
    const places = placesOf(parsed.text('chapters'))
    const choice = choiceOf(parsed, format)
    assertNotBelowTool(io)
    return withProject(dir, io, {}, async (runtime, core) => {
      const exports = await exportsOf(runtime)
      const chapters = places === null ? null : chaptersAt((await exports.choices()).sections, places)
      const silent = tellProgress(core, io)
      const id = await exports.run({ ...choice, chapters }, file, parsed.flag('overwrite'))
      const stop = () => void exports.stop(id)
      stopSignal().addEventListener('abort', stop, { once: true })
      const report = await exports.ended(id)
      stopSignal().removeEventListener('abort', stop)
      silent()
      if (report.state === 'failed') fail(report.code ?? 'INTERNAL', report.message ?? 'Nothing was written.', { pointer: '/out' })
      const told = report.state === 'stopped' ? 'Stopped; nothing was written.' : [`${counted(report.chapters, 'chapter')}, ${counted(report.words, 'word')}: ${report.path}`, ...report.leftOut.map(leftOutLine)].join('\n')
      show(io, parsed.json, report, told)
      return report.state === 'done' ? EXIT.ok : EXIT.fail
    })
  },
}

/** Options that mean something to some formats alone. */
const onlyFor: Readonly<Record<string, readonly ExportFormat[]>> = { crlf: ['txt'], 'no-indent': ['txt', 'docx', 'epub', 'html'], author: ['docx', 'epub', 'html'] }

function choiceOf(parsed: Parsed, format: ExportFormat): ExportChoice {
  for (const [name, formats] of Object.entries(onlyFor)) {
    if ((parsed.flag(name) || parsed.text(name) !== undefined) && !formats.includes(format)) throw new UsageError(`--${name} does nothing for ${format}; it is for ${formats.join(', ')}`)
  }
  const made = ExportChoice.safeParse({
    format, titles: parsed.text('titles'), indent: !parsed.flag('no-indent'), crlf: parsed.flag('crlf'), sceneBreak: parsed.text('scene-break'), author: parsed.text('author'),
  })
  if (made.success) return made.data
  throw new UsageError(made.error.issues[0]?.path[0] === 'author' ? `--author takes at most ${longestAuthor} characters` : `--scene-break takes one line of at most ${longestBreak} characters`)
}

/** The ending says what a file is, so it is the format's own, as the window sees to it. */
function fileFor(out: string, format: ExportFormat): string {
  if (out === '-') throw new UsageError('--out takes the name of a file; an export is not written to the terminal')
  const named = withFormat(out, format)
  if (named !== out) throw new UsageError(`--out ends in .${format} for this format: ${named}`)
  return resolve(out)
}

/** `1-10,12` as places counted from 1. */
function placesOf(text: string | undefined): Set<number> | null {
  if (text === undefined) return null
  const places = new Set<number>()
  for (const part of text.split(',')) {
    const found = /^\s*(\d{1,6})(?:-(\d{1,6}))?\s*$/.exec(part) ?? usage(part)
    const [first, last] = [Number(found[1]), Number(found[2] ?? found[1])]
    if (first < 1 || last < first) usage(part)
    for (let place = first; place <= last; place += 1) places.add(place)
  }
  return places
}

function usage(part: string): never {
  throw new UsageError(`--chapters takes places such as 1-10,12, not "${part}"`)
}

function chaptersAt(sections: readonly ExportSection[], places: ReadonlySet<number>): string[] {
  const all = sections.flatMap((section) => section.chapters)
  const gone = [...places].find((place) => place > all.length)
  if (gone !== undefined) fail('ENTITY_NOT_FOUND', `There is no chapter ${gone}; the novel has ${all.length}.`, { pointer: '/chapters', actual: String(gone) })
  return all.filter((chapter) => places.has(chapter.number)).map((chapter) => chapter.id)
}

const why: Record<LeftOut['reason'], string> = { empty: 'no text yet', gone: 'its file is gone', orphan: 'belongs to no chapter', unreadable: 'cannot be read', control: 'characters this format cannot hold' }

const leftOutLine = ({ reason, what, count }: LeftOut): string => `left out: ${what} (${count > 0 ? `${count} ` : ''}${why[reason]})`

function tellProgress(core: Core, io: Io): () => void {
  return core.hub.onBatch((events) => {
    for (const { event } of events) if (event.type === 'export.progress') io.err(`${event.stage} ${event.done}/${event.total}\n`)
  })
}
