import { createHash } from 'node:crypto'

/** `perRow`: bytes a row costs beside its text (1). `clip`: characters after which a line is cut and marked. */
export interface Window { from: number; maxLines: number; maxBytes: number; perRow?: number; clip?: number }
export interface Scanned {
  /** Rows without their ending; the BOM is not shown. */
  rows: string[]
  total: number
  hash: string
  bytes: number
  hasNul: boolean
  /** The window ended because of its bytes, not its lines. */
  stoppedByBytes: boolean
  /** The first row alone was over the cap: only its start is served. */
  firstCut: boolean
  /** Numbers of the lines of which only the start is shown, because of `clip`. */
  clipped: number[]
  invalid: { shown: number; head: number }
}

const HEAD = 65_536
const BOM = Buffer.from([0xef, 0xbb, 0xbf])
const CUT_MARK = Buffer.from(' … [line truncated]')

/** Streams a text once: hash of the whole, count of its lines, and the rows of the window, without holding the rest (06 §2, §3). */
export async function scanLines(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, window: Window): Promise<Scanned> {
  const hash = createHash('sha256')
  const lines = new LineWindow(window)
  let bytes = 0
  let hasNul = false
  let head = Buffer.alloc(0)
  for await (const chunk of chunks) {
    hash.update(chunk)
    if (head.length < HEAD) head = Buffer.concat([head, chunk.subarray(0, HEAD - head.length)])
    bytes += chunk.length
    hasNul ||= chunk.includes(0)
    lines.take(chunk)
  }
  lines.end()
  if (bytes === 3 && head.equals(BOM)) lines.forget()
  const rows = lines.rows.map((row) => row.toString('utf8'))
  const shown = lines.rows.reduce((sum, row) => sum + invalidBytes(row), 0)
  return { rows, total: lines.total, hash: hash.digest('hex'), bytes, hasNul, stoppedByBytes: lines.full && lines.byBytes, firstCut: lines.firstCut, clipped: lines.clipped, invalid: { shown, head: invalidBytes(trimEnd(head)) } }
}

class LineWindow {
  readonly rows: Buffer[] = []
  total = 0
  full = false
  byBytes = false
  firstCut = false
  readonly clipped: number[] = []
  private parts: Buffer[] = []
  private size = 0
  private used = 0
  private open = false
  private readonly room: number
  private readonly perRow: number

  constructor(private readonly window: Window) {
    this.room = (window.clip === undefined ? window.maxBytes : window.clip * 4) + 4
    this.perRow = window.perRow ?? 1
  }

  take(chunk: Uint8Array): void {
    let from = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      this.add(chunk.subarray(from, at))
      this.close()
      from = at + 1
    }
    if (from < chunk.length) this.add(chunk.subarray(from))
  }

  end(): void {
    if (this.open) this.close()
  }

  /** A file of only a BOM holds no line: the BOM is not text. */
  forget(): void {
    this.rows.length = 0
    this.total = 0
  }

  private get wanted(): boolean {
    return !this.full && this.total + 1 >= this.window.from
  }

  /** Of an overlong line only what could be shown is kept. */
  private add(part: Uint8Array): void {
    this.open = true
    if (!this.wanted) return
    const room = this.room - Math.min(this.size, this.room)
    if (room > 0) this.parts.push(Buffer.from(part.subarray(0, room)))
    this.size += part.length
  }

  private close(): void {
    if (this.wanted) this.keep(withoutEnding(Buffer.concat(this.parts), this.total === 0))
    this.total++
    this.parts = []
    this.size = 0
    this.open = false
  }

  private keep(line: Buffer): void {
    const { maxBytes, maxLines } = this.window
    const row = this.clip(line)
    const over = this.used + row.length + this.perRow > maxBytes
    if (over && this.rows.length > 0) { this.full = true; this.byBytes = true; return }
    this.firstCut = row.length > maxBytes
    this.rows.push(this.firstCut ? trimEnd(row.subarray(0, maxBytes)) : row)
    if (row !== line) this.clipped.push(this.total + 1)
    this.used += row.length + this.perRow
    if (this.rows.length >= maxLines || this.firstCut) { this.full = true; this.byBytes = this.firstCut }
  }

  /** The same buffer when the line is short enough. */
  private clip(line: Buffer): Buffer {
    const { clip } = this.window
    if (clip === undefined || line.length <= clip) return line
    const points = [...line.toString('utf8')]
    return points.length <= clip ? line : Buffer.concat([Buffer.from(points.slice(0, clip).join('')), CUT_MARK])
  }
}

function withoutEnding(row: Buffer, first: boolean): Buffer {
  const start = first && row[0] === 0xef && row[1] === 0xbb && row[2] === 0xbf ? 3 : 0
  return row.subarray(start, row.at(-1) === 13 ? row.length - 1 : row.length)
}

/** Cuts a character that the end of the buffer splits. */
function trimEnd(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return needs > back ? bytes.subarray(0, bytes.length - back) : bytes
  }
  return bytes
}

function invalidBytes(bytes: Buffer): number {
  const text = bytes.toString('utf8')
  if (!text.includes('\uFFFD')) return 0
  const own = bytes.toString('latin1').split('\u00EF\u00BF\u00BD').length - 1
  return text.split('\uFFFD').length - 1 - own
}
