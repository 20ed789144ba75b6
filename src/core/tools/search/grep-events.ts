/** One line of output before it is written: of a hit, or beside one. `raw` is the whole line it comes from, at byte `offset` of the file. */
export interface Row { line: number; text: string; hit: boolean; offset: number; raw: string }
export interface FileHits { path: string; rows: Row[]; /** Lines that match. */ count: number }
export interface Gathered { files: FileHits[]; partial: string | null }

interface Text { text?: string; bytes?: string }
interface Event { type: string; data: { binary_offset?: number | null; path?: Text; lines?: Text; line_number?: number | null; absolute_offset?: number; submatches?: { match: Text; start: number; end: number }[] } }

const MOST = 16 * 1_048_576

const bytesOnly = Buffer.from('"lines":{"bytes":')
const notBinary = Buffer.from('"binary_offset":null')
/** The first letter of an event's type, at byte 9 of its line. */
const [BEGIN, END] = [98, 101]

/** Takes ripgrep's JSON lines as they come; after 16 MiB it wants no more (06 §3). Names that are no UTF-8 are left out. */
export class GrepEvents {
  readonly files: FileHits[] = []
  /** Files with a line that is no UTF-8; binary ones. */
  readonly notUtf8 = new Set<string>()
  readonly binary = new Set<string>()
  partial: string | null = null
  private rest: Buffer[] = []
  private taken = 0
  private current: FileHits | null = null

  constructor(private readonly only: boolean) {}

  take(chunk: Buffer): boolean {
    let from = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      const part = chunk.subarray(from, at)
      this.event(this.rest.length === 0 ? part : Buffer.concat([...this.rest, part]))
      this.rest = []
      from = at + 1
    }
    if (from < chunk.length) this.rest.push(Buffer.from(chunk.subarray(from)))
    const waiting = this.rest.reduce((sum, part) => sum + part.length, 0)
    if (this.taken + waiting <= MOST) return true
    this.partial = this.current === null ? '' : this.current.path
    // A line too long to take still shows that its file matches.
    if (this.current !== null && this.current.count === 0) this.current.count = 1
    return false
  }

  private event(line: Buffer): void {
    if (line.length === 0 || this.skip(line)) return
    this.taken += line.length
    // The end of a file tells only whether it was binary.
    if (line[9] === END && line.indexOf(notBinary) >= 0) return
    const { type, data } = JSON.parse(line.toString('utf8')) as Event
    if (type === 'begin') this.begin(data.path?.text)
    else if (type === 'end' && this.current !== null && typeof data.binary_offset === 'number') this.binary.add(this.current.path)
    else if ((type === 'match' || type === 'context') && this.current !== null) this.lines(this.current, type === 'match', data)
  }

  /** Lines that are no UTF-8 count for nothing, nor do others of the same file. */
  private skip(line: Buffer): boolean {
    const file = this.current
    if (file === null || line[9] === BEGIN || line[9] === END) return false
    if (this.notUtf8.has(file.path)) return true
    if (line.indexOf(bytesOnly) < 0) return false
    this.notUtf8.add(file.path)
    return true
  }

  private begin(path: string | undefined): void {
    this.current = path === undefined ? null : { path: path.startsWith('./') ? path.slice(2) : path, rows: [], count: 0 }
    if (this.current !== null) this.files.push(this.current)
  }

  private lines(file: FileHits, hit: boolean, data: Event['data']): void {
    const text = data.lines?.text
    if (hit) file.count += 1
    if (text === undefined) return
    const first = data.line_number ?? 1
    const base = data.absolute_offset ?? 0
    const add = (line: number, shown: string, offset: number, raw: string): void => { file.rows.push({ line, text: withoutReturn(shown), hit, offset, raw }) }
    if (!hit || !this.only) return eachLine(text, base, (line, offset, n) => add(first + n, line, offset, line))
    const bytes = Buffer.from(text, 'utf8')
    for (const { start, end } of data.submatches ?? []) {
      const above = bytes.subarray(0, start).toString('utf8').split('\n').length - 1
      add(first + above, bytes.subarray(start, end).toString('utf8').replace(/\r?\n$/, ''), base, text)
    }
  }
}

function eachLine(text: string, base: number, take: (line: string, offset: number, n: number) => void): void {
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
  let offset = base
  for (const [n, line] of lines.entries()) {
    take(line, offset, n)
    offset += Buffer.byteLength(line, 'utf8') + 1
  }
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)
