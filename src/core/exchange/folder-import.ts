import { isFault } from '@shared/fault'
import type { FileLeft, ImportRow, NotTaken } from '@shared/import-plan'
import { buildPlan } from './build-plan'
import { planDocxImport } from './docx-import'
import { folderSourceOf } from './folder-source'
import { cleanTitle } from './heading-line'
import type { HeadingMark } from './heading-mark'
import { planTxtImport, sourceHashOf, type PlannedImport } from './import-plan'
import { titlesOf } from './name-order'
import { looseTitlesFor, segmentsOf } from './split-headings'
import { topDataOf, type TopData } from './top-data'

/** One file as it goes into the plan: `marks` point into `text`. */
interface Piece { text: string; marks: Omit<HeadingMark, 'line'>[]; notTaken: NotTaken[]; invalid: number; /** It holds several chapters. */ many: boolean; /** The name it gives the folder it speaks of. */ act?: string }

const leftOut = (reason: FileLeft, path: string): NotTaken => ({ reason, detail: path, characters: 0 })
const heading = (kind: HeadingMark['kind'], title: string, start: number, bodyStart: number): Piece['marks'][number] => ({ kind, unit: 'name', title, start, bodyStart, ticked: true, bare: false })

/**
 * Proposes acts and chapters for a folder (10): each folder below it is an act, each file a chapter. Its title is its first line where that is a
 * heading, else the file's name. A file with several chapter headings gives all of them, and is an act itself where no folder is one.
 * A file beside the folders that comes after an act stands in none; one before the first joins it.
 */
export async function planFolderImport(bytes: Uint8Array): Promise<PlannedImport> {
  const source = folderSourceOf(bytes)
  const titles = titlesBelow(source.files.map((file) => file.path))
  const notTaken = source.skipped.map(({ path, why }) => leftOut(why, path))
  const marks: HeadingMark[] = []
  let text = ''
  let line = 1
  let invalid = 0
  let act: string | null = null
  const add = (piece: Pick<Piece, 'text' | 'marks'>): void => {
    for (const mark of piece.marks) marks.push({ ...mark, start: text.length + mark.start, bodyStart: text.length + mark.bodyStart, line: line + linesIn(piece.text.slice(0, mark.start)) })
    text += piece.text
    line += linesIn(piece.text)
  }
  const addAct = (title: string): void => add({ text: `${title}\n\n`, marks: [heading('volume', title, 0, title.length + 2)] })
  for (const file of source.files) {
    const title = titles.get(file.path) ?? file.path
    const piece = await pieceOf(file, title)
    notTaken.push(...piece.notTaken)
    const folder = file.path.includes('/') ? (file.path.split('/')[0] ?? '') : null
    if (folder !== null && piece.act !== undefined && file.path === `${folder}/index.md`) titles.set(folder, piece.act)
    if (piece.text === '') continue
    if (folder !== null && folder !== act) addAct(titles.get(folder) ?? folder)
    const madeAct = folder === null && piece.many && !piece.marks.some(isAct)
    const loose = folder === null && !madeAct && marks.some(isAct)
    if (madeAct) addAct(title)
    act = folder
    invalid += piece.invalid
    add({ marks: loose ? outsideActs(piece.marks) : piece.marks, text: `${piece.text.trimEnd()}\n\n` })
  }
  const plan = buildPlan({ format: 'folder', sourceHash: sourceHashOf(bytes), encoding: 'utf-8', confidence: 1, alternatives: [], invalidSequences: invalid, rule: { kind: 'headings' } }, text, segmentsOf(text, marks, looseTitlesFor(text)), notTaken)
  return { plan, text }
}

const isAct = (mark: Pick<HeadingMark, 'kind'>): boolean => mark.kind === 'volume'

/** A file beside the folders belongs to none of the acts before it, up to an act of its own. */
function outsideActs(marks: Piece['marks']): Piece['marks'] {
  const first = marks.findIndex(isAct)
  return marks.map((mark, at) => (first < 0 || at < first ? { ...mark, noAct: true } : mark))
}

const linesIn = (text: string): number => text.split('\n').length - 1

/** Titles of files and of the topmost folders, by path; numbers that order them are judged among neighbours. */
function titlesBelow(paths: readonly string[]): Map<string, string> {
  const titles = new Map<string, string>()
  for (const [folder, inside] of Map.groupBy(paths, (path) => path.slice(0, path.lastIndexOf('/') + 1))) {
    for (const [name, title] of titlesOf(inside.map((path) => path.slice(folder.length)))) titles.set(folder + name, title)
  }
  const tops = new Set(paths.filter((path) => path.includes('/')).map((path) => path.split('/')[0] ?? ''))
  for (const [name, title] of titlesOf([...tops])) titles.set(name, title)
  return titles
}

const noData: Pick<TopData, 'frontMatter' | 'title' | 'type' | 'others'> = { frontMatter: '', title: null, type: null, others: [] }

async function pieceOf({ path, bytes }: { path: string; bytes: Uint8Array }, title: string): Promise<Piece> {
  const nothing = { text: '', marks: [], invalid: 0, many: false }
  try {
    const { plan, text } = /\.docx$/i.test(path) ? await planDocxImport(bytes) : planTxtImport(bytes, { rule: { kind: 'auto' } })
    const { frontMatter, title: own, type, others } = /\.md$/i.test(path) ? topDataOf(text) : noData
    const notTaken = plan.notTaken.filter((one) => one.reason !== 'invalid-bytes').map((one) => ({ ...one, detail: `${path}: ${one.detail}` }))
    if (frontMatter !== '' && (type === null || others.length > 0)) notTaken.push(leftOut('top-data', path))
    const body = text.slice(frontMatter.length)
    const act = type === 'volume' && own !== null ? { act: own } : {}
    const rows = plan.rows.filter((row) => row.ticked && row.start >= frontMatter.length)
    if (body.trim() === '') return { ...nothing, ...act, notTaken: type === 'volume' ? [] : [leftOut('empty-file', path)] }
    return { ...chaptersOf(body, rows, frontMatter.length, { own, title }), ...act, notTaken, invalid: plan.invalidSequences }
  } catch (error) {
    if (!isFault(error)) throw error
    return { ...nothing, notTaken: [leftOut('broken-file', path)] }
  }
}

/** The headings of a file: its own where it has several; else the title its data give (`own`), or a heading it opens with, or one of its name above it. */
function chaptersOf(body: string, rows: readonly ImportRow[], cut: number, { own, title }: { own: string | null; title: string }): Pick<Piece, 'text' | 'marks' | 'many'> {
  const real = rows.filter((row) => row.bodyStart > row.start)
  if (real.filter((row) => row.kind === 'chapter').length > 1) {
    return { text: body, many: true, marks: rows.map((row) => heading(row.kind, row.title, row.start - cut, row.bodyStart - cut)) }
  }
  const line = /^\s*(?:#{1,6}[ \t]+)?([^\r\n]{1,120})(?:\r\n?|\n|$)/.exec(body)
  if (own !== null && line !== null && cleanTitle(line[1] ?? '') === own) return { text: body, many: false, marks: [heading('chapter', own, 0, line[0].length)] }
  if (own !== null) return { text: `${own}\n\n${body}`, many: false, marks: [heading('chapter', own, 0, own.length + 2)] }
  const [only, second] = real
  if (only !== undefined && second === undefined && body.slice(0, only.start - cut).trim() === '') return { text: body, many: false, marks: [heading('chapter', only.title, 0, only.bodyStart - cut)] }
  const first = /^\s*#{1,6}[ \t]+([^\r\n]{1,120})(?:\r\n?|\n|$)/.exec(body)
  if (first !== null) return { text: body, many: false, marks: [heading('chapter', cleanTitle(first[1] ?? '') || title, 0, first[0].length)] }
  return { text: `${title}\n\n${body}`, many: false, marks: [heading('chapter', title, 0, title.length + 2)] }
}
