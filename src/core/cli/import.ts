import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fail } from '@shared/fault'
import type { ImportView } from '@shared/procedures/import'
import { importsOf } from '../app/imports-of'
import type { Core } from '../app/types'
import { EXIT, type Command } from './command'
import { counted, show } from './io'
import { parseOptions, required, UsageError } from './usage'
import { withProject } from './with-project'

/** `import` (10, 09 §15): a TXT, a docx or a folder of them becomes volumes and chapters; `--dry-run` only shows them. */
export const importCommand: Command = {
  usage: 'import FILE|DIR --project DIR [--as txt|md|docx] [--again skip|replace|both] [--encoding NAME] [--accept-loss] [--dry-run] [--json]',
  does: 'Imports a text or Word file, or a folder of them, as chapters; nothing existing is replaced unless --again says so.',
  details: 'Of a folder each file is a chapter and each folder below it an act, in the order of their names (1, 2, 10; 第二章, 第十章). What is not taken is listed with the reason.',
  async run(argv, io) {
    const parsed = parseOptions(argv, { project: 'string', as: ['txt', 'md', 'docx'], again: ['skip', 'replace', 'both'], encoding: 'string', 'accept-loss': 'boolean', 'dry-run': 'boolean' }, { min: 1, max: 1, names: ['FILE|DIR'] })
    const [file = ''] = parsed.words
    const dir = required(parsed, 'project')
    const kind = parsed.text('as')
    const isFolder = (await stat(file).catch(() => null))?.isDirectory() === true
    if (isFolder && parsed.text('encoding') !== undefined) throw new UsageError('--encoding is for one file; in a folder each is looked at by itself')
    if (!isFolder && kind !== undefined && !file.toLowerCase().endsWith(`.${kind}`)) fail('IMPORT_KIND', `${file} is not a .${kind} file.`, { actual: file })
    const again = (parsed.text('again') ?? 'skip') as 'skip' | 'replace' | 'both'
    return withProject(dir, io, {}, async (runtime, core) => {
      const imports = await importsOf(runtime)
      const view = await imports.preview(resolve(file), { encoding: parsed.text('encoding'), only: kind })
      if (parsed.flag('dry-run')) {
        show(io, parsed.json, view, preview(view))
        return EXIT.ok
      }
      if (parsed.flag('accept-loss')) imports.edit(view.importId, { do: 'acceptLoss', accepted: true })
      const ended = untilEnded(core, view.importId, (line) => io.err(line))
      await imports.run(view.importId, again)
      await ended
      const report = imports.report(view.importId)
      show(io, parsed.json, report, [`${report.made} of ${counted(report.total, 'chapter')} imported.${report.skipped === 0 ? '' : ` ${report.skipped} skipped: imported before.`}${report.message === null ? '' : ` ${report.message}`}`, ...earlier(view), ...notTaken(report)].join('\n'))
      return report.state === 'done' && report.left === 0 ? EXIT.ok : EXIT.fail
    })
  },
}

function preview(view: ImportView): string {
  const rows = view.rows.filter((row) => row.ticked && !row.skipped).map((row) => `${row.kind === 'volume' || row.noAct ? '' : '  '}${row.title}  ${row.words}`)
  return [`${view.file}: ${view.encoding}, ${view.coveredCharacters} of ${view.totalCharacters} characters`, ...rows, ...earlier(view), ...notTaken(view)].join('\n')
}

const earlier = ({ earlierVersion }: ImportView): string[] => (earlierVersion === null ? [] : [`An earlier version of this file was imported on ${earlierVersion.slice(0, 10)}: its chapters stay.`])

/** What a text names besides itself; what was left out says so already. */
const kinds: Readonly<Record<string, string>> = {
  footnote: ' (a footnote)', comment: ' (a comment)', image: ' (a picture)', 'invalid-bytes': ' (characters that cannot be read)', 'other-kind': ' (this kind of file is not read)', 'no-file': ' (a link or another thing that is no file)',
  'word-lock': ' (what Word leaves beside a file that is open)', 'empty-file': ' (empty)', 'broken-file': ' (cannot be read as what its name says)', 'top-data': ' (the data at its top)',
}

const notTaken = (all: Pick<ImportView, 'notTaken'>): string[] => all.notTaken.map(({ what, reason }) => `not taken: ${what}${kinds[reason] ?? ''}`)

function untilEnded(core: Core, importId: string, tell: (line: string) => void): Promise<void> {
  return new Promise((done) => {
    const stop = core.hub.onBatch((events) => {
      for (const { event } of events) {
        if (event.type !== 'import.progress' || event.importId !== importId) continue
        tell(`${event.stage} ${event.done}/${event.total}\n`)
        if (event.state === 'running') continue
        stop()
        done()
      }
    })
  })
}
