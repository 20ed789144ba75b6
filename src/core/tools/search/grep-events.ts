/** One line of output before it is written: of a hit, or beside one. `raw` is the whole line it comes from, at byte `offset` of the file. */
export interface Row { line: number; text: string; hit: boolean; offset: number; raw: string }
export interface FileHits { path: string; rows: Row[]; /** Lines that match. */ count: number }

/** What is wanted of the hits: of which files anything at all, the rows of their lines or only how many, whole lines or what matched in them. */
export interface Wanted { path(path: string): boolean; rows: boolean; only: boolean }

interface Text { text?: string; bytes?: string }
interface Begin { data: { path: Text } }
interface Lines { lines: Text; line_number: number | null; absolute_offset: number; submatches: { match: Text; start: number; end: number }[] }

const MOST = 16 * 1_048_576
const UNWANTED = 65_536

/** The first letter of an event's type, at byte 9 of its line. */
const [BEGIN, MATCH, CONTEXT, END] = [0x62, 0x6d, 0x63, 0x65]
/** How long an event is up to its `"path":{…}`, which is written alike in all events of a file. */
const heads = new Map([[BEGIN, '{"type":"begin","data":{'], [MATCH, '{"type":"match","data":{'], [CONTEXT, '{"type":"context","data":{'], [END, '{"type":"end","data":{']].map(([kind, head]) => [kind, String(head).length]))
const plainBegin = '{"type":"begin","data":{"path":{"text":"'
const [beginEnd, plainEnd] = ['}}', '"}}}']
/** What stands around the text of a line, and its numbers. */
const [textStart, textEnd, offsetStart] = [',"lines":{"text":"', '"},"line_number":', ',"absolute_offset":']
/** What stands right behind the path. */
const [bytesOnly, notBinary] = [Buffer.from(',"lines":{"bytes":'), Buffer.from(',"binary_offset":null')]

/** Takes ripgrep's JSON lines as they come; after 16 MiB it wants no more (06 §3). Names that are no UTF-8 are left out. */
export class GrepEvents {
  readonly files: FileHits[] = []
  /** Files with a line that is no UTF-8; binary ones. */
  readonly notUtf8: Set<string>
  readonly binary = new Set<string>()
  partial: string | null = null
  private rest: Buffer[] = []
  private taken = 0
  private current: FileHits | null = null
  private pathLength = 0

  /** `notUtf8`: files of which that is known already. */
  constructor(private readonly wanted: Wanted, notUtf8: Iterable<string> = []) {
    this.notUtf8 = new Set(notUtf8)
  }

  take(chunk: Buffer): boolean {
    let from = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      if (this.rest.length === 0) this.event(chunk, from, at)
      else this.whole(Buffer.concat([...this.rest, chunk.subarray(from, at)]))
      from = at + 1
    }
    if (from < chunk.length) this.rest.push(Buffer.from(chunk.subarray(from)))
    const waiting = this.waiting()
    if (this.taken + waiting <= MOST) return true
    this.partial = this.current === null ? '' : this.current.path
    // A line too long to take still shows that its file matches.
    if (this.current !== null && this.current.count === 0) this.current.count = 1
    return false
  }

  /** Bytes of a line that has not come whole; of a file that is not wanted its first bytes will do. */
  private waiting(): number {
    const sum = this.rest.reduce((length, part) => length + part.length, 0)
    if (this.current !== null || sum <= UNWANTED) return sum
    this.rest = [Buffer.concat(this.rest).subarray(0, UNWANTED)]
    return UNWANTED
  }

  private whole(line: Buffer): void {
    this.rest = []
    this.event(line, 0, line.length)
  }

  /** One event, told by its bytes: parsing each would cost more than finding it. */
  private event(bytes: Buffer, from: number, to: number): void {
    const kind = bytes[from + 9] ?? 0
    const head = heads.get(kind)
    if (kind === BEGIN) this.begin(bytes.toString('utf8', from, to), to - from - (head ?? 0))
    const file = this.current
    // The summary is of no file.
    if (file === null || head === undefined) return
    const behind = from + head + this.pathLength
    if (kind === MATCH || kind === CONTEXT) {
      if (this.skip(file, bytes, behind)) return
      const hit = kind === MATCH
      if (hit) file.count += 1
      if (this.wanted.rows && !this.plainLine(file, hit, bytes.toString('utf8', behind, to))) this.lines(file, hit, (JSON.parse(bytes.toString('utf8', from, to)) as { data: Lines }).data)
    } else if (kind === END && !startsAt(bytes, behind, notBinary)) this.binary.add(file.path)
    this.taken += to - from
  }

  /** Lines that are no UTF-8 count for nothing, nor do others of the same file. */
  private skip(file: FileHits, bytes: Buffer, behind: number): boolean {
    if (this.notUtf8.has(file.path)) return true
    if (!startsAt(bytes, behind, bytesOnly)) return false
    this.notUtf8.add(file.path)
    return true
  }

  private begin(line: string, behindHead: number): void {
    const plain = line.startsWith(plainBegin) && !line.includes('\\')
    const given = plain ? line.slice(plainBegin.length, -plainEnd.length) : (JSON.parse(line) as Begin).data.path.text
    const path = given?.startsWith('./') === true ? given.slice(2) : given
    this.pathLength = behindHead - beginEnd.length
    this.current = path === undefined || !this.wanted.path(path) ? null : { path, rows: [], count: 0 }
    if (this.current !== null) this.files.push(this.current)
  }

  /** One whole line in which nothing but its ending is escaped, as most are; false: it is another. `told`: the event from behind its path. */
  private plainLine(file: FileHits, hit: boolean, told: string): boolean {
    const end = told.indexOf(textEnd)
    const behind = told.indexOf(offsetStart, end)
    const raw = told.slice(textStart.length, told.startsWith('\\n', end - 2) ? end - 2 : end)
    const line = Number.parseInt(told.slice(end + textEnd.length, behind), 10)
    if ((hit && this.wanted.only) || end < 0 || raw.includes('\\') || Number.isNaN(line)) return false
    file.rows.push({ line, text: raw, hit, offset: Number.parseInt(told.slice(behind + offsetStart.length), 10), raw })
    return true
  }

  private lines(file: FileHits, hit: boolean, { lines: { text }, line_number: first, absolute_offset: base, submatches }: Lines): void {
    if (text === undefined) return
    const add = (above: number, shown: string, offset: number, raw: string): void => { file.rows.push({ line: (first ?? 1) + above, text: withoutReturn(shown), hit, offset, raw }) }
    if (!hit || !this.wanted.only) return eachLine(text, base, (line, offset, n) => add(n, line, offset, line))
    const bytes = Buffer.from(text, 'utf8')
    for (const { start, end } of submatches) {
      const above = bytes.subarray(0, start).toString('utf8').split('\n').length - 1
      add(above, bytes.subarray(start, end).toString('utf8').replace(/\r?\n$/, ''), base, text)
    }
  }
}

function startsAt(bytes: Buffer, at: number, expected: Buffer): boolean {
  for (let n = 0; n < expected.length; n += 1) if (bytes[at + n] !== expected[n]) return false
  return true
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
