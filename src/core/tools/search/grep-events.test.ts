import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { GrepEvents, type Wanted } from './grep-events'
import { searchArgs, type GrepRequest } from './grep-request'
import { rgPath } from './rg'

const all: Wanted = { path: () => true, rows: true, only: false }
const request: GrepRequest = { pattern: 'hit', mode: 'content', glob: null, type: null, ignoreCase: false, numbers: true, only: false, unrestricted: false, before: 1, after: 1, multiline: false, limit: 250, offset: 0 }
/** Names and lines that look like the output itself, or are written in it otherwise than they are. */
const texts: [string, string | Buffer][] = [
  ['plain.md', 'before\nhit one\nafter\nhit two\n'], ['events.md', 'hit "},"line_number":7,"absolute_offset":9,"\n\nhit\nhit \\n'], ['only-n.md', 'hit\\\n\nhit \\\\n'],
  ['quote".md', 'hit "lines":{"bytes":"x"},"binary_offset":null\n'],
  ['back\\slash.md', 'hit \\ \t \u0001\n'],
  ['"}}}.md', 'hit\n'], ['tab\tand\nline.md', 'hit\n'], ['中/文 \u{20000}.md', '雪 hit 落\r\n下\r\n'], ['\u2028.md', 'hit\u2028\n'],
  ['latin.md', Buffer.from('caf\xe9 hit\nhit again\n', 'latin1')], ['later.md', Buffer.from('hit first\ncaf\xe9\nhit second\n', 'latin1')],
  ['late-nul.md', `hit\n${'x'.repeat(200_000)}\n\0\n`], ['no-end.md', 'hit'],
]

interface Told { type: string; data: { path: { text?: string }; lines?: { text?: string }; line_number?: number; absolute_offset?: number; binary_offset?: number | null } }

let dir = ''
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'wenqu-events-'))
  mkdirSync(join(dir, '中'))
  for (const [name, text] of texts) writeFileSync(join(dir, name), text)
  if (process.platform === 'linux') writeFileSync(Buffer.concat([Buffer.from(`${dir}/`), Buffer.from([0xff, 0x2e, 0x6d, 0x64])]), 'hit in a name that is no UTF-8\n')
})
afterAll(() => { rmSync(dir, { recursive: true }) })

const told = (more: Partial<GrepRequest> = {}): Buffer => execFileSync(rgPath(), searchArgs({ ...request, ...more }, [], './', { sorted: true, notUtf8: true, told: 'events' }), { cwd: dir, maxBuffer: 64 * 1_048_576 })

function taken(bytes: Buffer, wanted: Wanted, size = bytes.length): GrepEvents {
  const events = new GrepEvents(wanted)
  for (let at = 0; at < bytes.length; at += size) expect(events.take(bytes.subarray(at, at + size))).toBe(true)
  return events
}

/** The same told by parsing every event. */
function parsed(bytes: Buffer): { path: string; count: number; rows: (string | number)[][] }[] {
  const events = bytes.toString('utf8').trim().split('\n').map((line) => JSON.parse(line) as Told)
  const paths = events.flatMap(({ type, data }) => (type === 'begin' && data.path.text !== undefined ? [data.path.text] : []))
  const bad = new Set(events.flatMap(({ data }) => (data.lines !== undefined && data.lines.text === undefined ? [data.path.text] : [])))
  return paths.filter((path) => !bad.has(path)).map((path) => {
    const own = events.filter(({ type, data }) => data.path?.text === path && (type === 'match' || type === 'context'))
    return { path: path.slice(2), count: own.filter(({ type }) => type === 'match').length, rows: own.map(({ type, data }) => [data.line_number ?? 0, type, (data.lines?.text ?? '').replace(/\r?\n$/, ''), data.absolute_offset ?? -1]) }
  })
}

const good = ({ files, notUtf8 }: GrepEvents) => files.filter(({ path }) => !notUtf8.has(path))

it('tells of every file what parsing every event tells, however the bytes come', () => {
  const bytes = told()
  const wanted = parsed(bytes)
  expect(wanted).toHaveLength(texts.length - 2)
  for (const size of [1, 7, 64, 1_000, bytes.length]) {
    const events = taken(bytes, all, size)
    expect(good(events).map(({ path, count, rows }) => ({ path, count, rows: rows.map((row) => [row.line, row.hit ? 'match' : 'context', row.text, row.offset]) }))).toEqual(wanted)
    expect([...events.notUtf8].toSorted()).toEqual(['later.md', 'latin.md'].toSorted())
    expect([...events.binary]).toEqual(['late-nul.md'])
  }
})

it('counts the same without a row parsed', () => {
  const counted = taken(told({ mode: 'count' }), { ...all, rows: false })
  expect(good(counted).map(({ path, count }) => [path, count])).toEqual(parsed(told()).map(({ path, count }) => [path, count]))
  expect(good(counted).every(({ rows }) => rows.length === 0)).toBe(true)
  expect([...counted.binary]).toEqual(['late-nul.md'])
})

it('says nothing of a file that is not wanted, and does not stop for its lines', () => {
  const events = taken(told(), { ...all, path: (path) => path !== 'plain.md' && path !== 'latin.md' && path !== 'late-nul.md' })
  expect(events.files.map(({ path }) => path)).not.toContain('plain.md')
  expect([...events.notUtf8]).toEqual(['later.md'])
  expect([...events.binary]).toEqual([])
  const head = (path: string): Buffer => Buffer.from(`{"type":"begin","data":{"path":{"text":"./${path}"}}}\n{"type":"match","data":{"path":{"text":"./${path}"},"lines":{"text":"`)
  const piece = Buffer.alloc(1_048_576, 'y')
  const flood = (path: string): GrepEvents => {
    const one = new GrepEvents({ ...all, path: (given) => given !== 'not.md' })
    one.take(head(path))
    for (let n = 0; n < 20 && one.take(piece); n += 1);
    return one
  }
  expect(flood('wanted.md')).toMatchObject({ partial: 'wanted.md', files: [{ path: 'wanted.md', count: 1 }] })
  const over = flood('not.md')
  expect(over).toMatchObject({ partial: null, files: [] })
  over.take(Buffer.concat([Buffer.from('"}}}\n'), head('next.md'), Buffer.from('hit\\n"},"line_number":1,"absolute_offset":0,"submatches":[]}}\n')]))
  expect(over.files).toMatchObject([{ path: 'next.md', count: 1, rows: [{ text: 'hit' }] }])
})
