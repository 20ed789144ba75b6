import type { FileHandle } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { fail } from '@shared/fault'
import { holdFolder, type HeldFolder } from '../../project/held-folder'
import { errorCode } from '../../project/retry'
import type { OpenedProject, SafePath } from '../../project/types'
import { GrepEvents, type FileHits } from './grep-events'
import { fileFilters, searchArgs, type GrepRequest, type SearchHow } from './grep-request'
import { outRows, pageOf, showPage, type OutRow } from './grep-view'
import { holdTree, readPart, type HeldTree } from './held-tree'
import { listFiles, type Listed } from './list-files'
import { createNotUtf8Memo, type Known } from './not-utf8-memo'
import { isTextBytes, isTextFile, isWide, nameReader, notUtf8Pattern, textCheck, worthNaming } from './not-text'
import { runRg } from './rg'
import { isControl, type SearchPlace } from './search-place'

/** Searching and listing files with our own ripgrep (06 §3). */
export interface FileSearch {
  /** Null: there is no such folder or file. GREP_FAILED, PATH_CHANGED. */
  grep(place: SearchPlace, request: GrepRequest, signal: AbortSignal): Promise<string | null>
  glob(place: SearchPlace, pattern: string, signal: AbortSignal): Promise<Listed>
}

const NOTHING = 'No matches found'
const SKIPPED = '(Hidden and ignored files were skipped; -u: true searches them.)'
const MOST_NAMED = 10

export function createFileSearch(project: OpenedProject): FileSearch {
  const memo = createNotUtf8Memo((real) => project.seen(real))
  return {
    grep: async (place, request, signal) => {
      const folder = await holdIfFolder(place.path)
      if (folder === null) return grepFile(project, place.path, request, signal)
      try {
        const filters = fileFilters(request, isControl(place))
        // With these other files are searched than those that are watched, or other lines found.
        const known = request.unrestricted || request.multiline ? null : memo.of(place.path.real, filters)
        return await grepFolder({ folder, place, request, filters, known, signal })
      } finally {
        await folder.close()
      }
    },
    glob: async (place, pattern, signal) => {
      const folder = await holdIfFolder(place.path)
      if (folder === null) return { names: [], total: 0 }
      try {
        return await listFiles(folder, place, pattern, signal)
      } finally {
        await folder.close()
      }
    },
  }
}

async function holdIfFolder(path: SafePath): Promise<HeldFolder | null> {
  try {
    return await holdFolder(path.real)
  } catch (error) {
    const { code } = (error as { fault?: { code: string } }).fault ?? { code: errorCode(error) }
    if (code === 'PATH_CHANGED' || code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
}

interface Search { folder: HeldFolder; place: SearchPlace; request: GrepRequest; filters: readonly string[]; known: Known | null; signal: AbortSignal }

async function grepFolder(search: Search): Promise<string> {
  const { folder, place, request, known } = search
  const tree = holdTree(folder)
  try {
    const { events, all } = await findIn(search, tree)
    const looked = all && events.files.length <= MOST_LOOKED_AT
    if (looked) for (const { path } of events.files) if (noText(tree, path, request)) events.notUtf8.add(path)
    const files = inOrder(events.files.filter((file) => file.count > 0 && !events.notUtf8.has(file.path) && !events.binary.has(file.path)))
    const named = [...events.notUtf8].filter((path) => !events.binary.has(path))
    const prefix = place.path.shown === '.' ? '' : `${place.path.shown.replace(/\/$/, '')}/`
    if (looked || (all && request.mode !== 'files_with_matches')) known?.keep(named)
    return answer({ files, named, tree, partial: events.partial, quiet: request.unrestricted, name: (path) => prefix + path }, request)
  } finally {
    tree.close()
  }
}

const MOST_LOOKED_AT = 1_000

/** What ripgrep cannot tell of a file it found a hit in: that it is UTF-16; and, where one hit ended its search, what stands behind it. */
const noText = (tree: HeldTree, path: string, { mode }: GrepRequest): boolean => tree.with(path, (fd, { size }) => (mode === 'files_with_matches' ? !isTextFile(fd, size) : isWide(readPart(fd, 0, 2)))) === true
const isText = (tree: HeldTree, path: string): boolean => tree.with(path, (fd, { size }) => isTextFile(fd, size)) === true

type Hits = Pick<GrepEvents, 'files' | 'notUtf8' | 'binary' | 'partial'>

/** What ripgrep finds. `all`: it looked for what is no UTF-8 in all files there are, and left out none of what it found. */
async function findIn({ folder, place, request, filters, known, signal }: Search, tree: HeldTree): Promise<{ events: Hits; all: boolean }> {
  let refused = false
  const root = join(place.path.real, sep)
  // A glob or type that fits brings hidden files back in ripgrep, an ignore file may; here only -u does.
  const path = (path: string): boolean => {
    if (!request.unrestricted && isHidden(path)) return false
    const shown = place.show(root + path)
    refused ||= !shown
    return shown
  }
  const run = async (how: SearchHow, onChunk: (chunk: Buffer) => boolean): Promise<void> => failIfWrong(await runRg({ args: searchArgs(request, filters, './', how), cwd: folder.at('.'), signal, onChunk }))
  const search = async (how: Omit<SearchHow, 'told'>, names: readonly string[] = []): Promise<Hits> => {
    const found = new GrepEvents({ path, rows: request.mode === 'content', only: request.only }, names.filter(path))
    await run({ ...how, told: 'events' }, (chunk) => found.take(chunk))
    return found
  }
  // A tenth of the bytes, and no line among them: 16 MiB of hits are never reached.
  const searchNames = async (names: readonly string[]): Promise<Hits> => {
    const found = { files: new Array<FileHits>(), notUtf8: new Set(names.filter(path)), binary: new Set<string>(), partial: null }
    const take = nameReader((name) => { if (!found.notUtf8.has(name) && path(name)) found.files.push({ path: name, rows: [], count: 1 }) })
    await run({ sorted: false, notUtf8: false, told: 'names' }, (chunk) => { take(chunk); return true })
    return found
  }
  const names = known?.names ?? null
  if (known !== null && names !== null) {
    const events = request.mode === 'files_with_matches' ? await searchNames(names) : await search({ sorted: false, notUtf8: false }, names)
    if (events.partial === null && known.holds() && !names.some((name) => isText(tree, name))) return { events, all: false }
  }
  const events = await search({ sorted: false, notUtf8: true })
  // Which hits are the first 16 MiB only a search in order can say.
  return events.partial === null ? { events, all: !refused } : { events: await search({ sorted: true, notUtf8: true }), all: false }
}

/** As ripgrep sorts: name by name from the top, each by its bytes. No name holds a NUL, so that it ends a name before any other byte. */
function inOrder(files: readonly FileHits[]): FileHits[] {
  const keyed = files.map((file) => ({ file, key: file.path.replaceAll('/', '\0') }))
  // Code units have the order of the bytes, but for characters that take two of them.
  const byUnits = !keyed.some(({ key }) => /[\uD800-\uDFFF]/.test(key))
  const compare = (a: string, b: string): number => (byUnits ? (a < b ? -1 : 1) : Buffer.compare(Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8')))
  return keyed.sort((a, b) => compare(a.key, b.key)).map(({ file }) => file)
}

const isHidden = (path: string): boolean => path.startsWith('.') || path.includes('/.')

/** A named file is read through its own handle, whatever ignore rules, glob and type say. */
async function grepFile(project: OpenedProject, path: SafePath, request: GrepRequest, signal: AbortSignal): Promise<string | null> {
  if (!path.exists) return null
  const events = new GrepEvents({ path: () => true, rows: request.mode === 'content', only: request.only })
  const handle = await project.files.openRead(path)
  try {
    const textual = await holdsText(handle)
    if (textual) failIfWrong(await runRg({ args: searchArgs(request, [], '-', { sorted: true, notUtf8: false, told: 'events' }), cwd: '/', stdin: handle.fd, signal, onChunk: (chunk) => events.take(chunk) }))
    return answer({ files: events.files.filter((file) => file.count > 0), named: textual ? [] : [''], tree: null, partial: events.partial, quiet: true, name: () => path.shown }, request)
  } finally {
    await handle.close()
  }
}

/** `textCheck` without blocking, however large the file; the handle's own position stays at the start. */
async function holdsText(handle: FileHandle): Promise<boolean> {
  const check = textCheck()
  for await (const piece of handle.createReadStream({ autoClose: false, start: 0 }) as AsyncIterable<Buffer>) if (!check.take(piece)) return false
  return check.end()
}

function failIfWrong({ code, stderr, stopped }: { code: number | null; stderr: string; stopped: boolean }): void {
  if (stopped || code !== 2 || stderr === '') return
  // Our own pattern stands behind the one that was asked for.
  const said = stderr.replace(`|(?:${notUtf8Pattern})`, '')
  fail('GREP_FAILED', said.startsWith('rg: ') ? said : `rg: ${said}`)
}

/** What a look at the files themselves says of rows that ripgrep gave: `text` is shown, `other` is named, `gone` is neither. */
function lookAt(tree: HeldTree | null, rows: readonly OutRow[]): (row: OutRow) => 'text' | 'other' | 'gone' {
  if (tree === null) return () => 'text'
  const seen = new Map<OutRow, 'text' | 'other' | 'gone'>()
  const space = Buffer.allocUnsafe(AT_ONCE)
  for (const [file, own] of Map.groupBy(rows, (row) => row.file)) {
    tree.with(file.path, (fd, { size }) => {
      const whole = size <= AT_ONCE ? readPart(fd, 0, size, space) : null
      const part = (from: number, length: number): Buffer => whole?.subarray(from, from + length) ?? readPart(fd, from, length)
      const head = part(0, 3)
      const skip = head.equals(BOM) ? 3 : 0
      // A file of which lines are shown was looked at whole by ripgrep, or before; where it is at hand it is looked at again.
      const text = !isWide(head) && (whole === null ? own[0]?.row !== null || isTextFile(fd, size) : isTextBytes(whole))
      for (const row of own) seen.set(row, !text ? 'other' : isThere(part, row, skip) ? 'text' : 'gone')
    })
  }
  return (row) => seen.get(row) ?? 'gone'
}

/** A chapter is read in one go. */
const AT_ONCE = 65_536
const BOM = Buffer.from([0xef, 0xbb, 0xbf])

/** Is the line really in the file now, and was it not behind a link that was swapped in while ripgrep looked? */
function isThere(part: (from: number, length: number) => Buffer, { row }: OutRow, skip: number): boolean {
  if (row === null) return true
  const wanted = Buffer.from(row.raw, 'utf8')
  return part(row.offset, wanted.length).equals(wanted) || (skip > 0 && part(row.offset + skip, wanted.length).equals(wanted))
}

interface Found { files: FileHits[]; named: string[]; tree: HeldTree | null; partial: string | null; quiet: boolean; name(path: string): string }

function answer({ files, named, tree, partial, quiet, name }: Found, request: GrepRequest): string {
  const page = pageOf(outRows(files, request), request)
  const look = lookAt(tree, page.rows.filter((row) => !row.separator))
  const rows = page.rows.filter((row) => row.separator || look(row) === 'text')
  const others = new Set(page.rows.filter((row) => !row.separator && look(row) === 'other').map((row) => row.file.path))
  const gone = page.rows.filter((row) => !row.separator && look(row) === 'gone').length
  const left = page.total - (page.rows.length - rows.length)
  const skipped = tree === null ? named : worthNaming(tree, [...named, ...others])
  const { text, note } = showPage({ ...page, rows, total: left }, request, name)
  const notes = [
    ...(note === null ? [] : [note]),
    ...(gone > 0 ? [`(${gone} rows left out: their files changed while they were searched.)`] : []),
    ...(partial === null ? [] : [`(Partial: the search stopped after 16 MiB of hits${partial === '' ? '' : `, in ${name(partial)}`}. Narrow the pattern or the path.)`]),
    ...(skipped.length === 0 ? [] : [notUtf8(skipped.map(name))]),
  ]
  if (left === 0) return [NOTHING, ...(quiet ? [] : [SKIPPED]), ...notes].join('\n')
  return [text, ...(notes.length === 0 ? [] : [`${text === '' ? '' : '\n'}${notes.join('\n')}`])].filter((part) => part !== '').join('\n')
}

function notUtf8(names: readonly string[]): string {
  const more = names.length - MOST_NAMED
  return `(Skipped, not UTF-8: ${names.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}. Import brings them in.)`
}
