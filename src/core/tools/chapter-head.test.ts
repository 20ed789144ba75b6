import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBench, type Bench } from '../../../test/tools/bench'

let bench: Bench
beforeAll(async () => { bench = await openBench() })
afterAll(async () => { await bench.close() })

const HEAD = '---\ntitle: 灯花\ntype: chapter\nchapter: ch-02 # 第二章\n---\n\n'
const file = (path: string) => join(bench.dir, path)
const put = (path: string, text: string) => { mkdirSync(dirname(file(path)), { recursive: true }); writeFileSync(file(path), text) }
const KEPT = ' The lines at its top that name its chapter were kept.'

describe('a whole new text for the prose of a chapter', () => {
  it.each<[string, string, string, string, string]>([
    ['without lines between ---', 'manuscript/v/a/index.md', `${HEAD}旧文。\n`, '新文。\n', `${HEAD}新文。\n`],
    ['with the same lines', 'manuscript/v/b/index.md', `${HEAD}旧文。\n`, `${HEAD}新文。\n`, `${HEAD}新文。\n`],
    ['with lines of its own that name none', 'manuscript/v/c/index.md', `${HEAD}旧文。\n`, '---\ntitle: 雪\n---\n\n新文。\n', '---\ntitle: 雪\nchapter: ch-02\n---\n\n新文。\n'],
    ['that names another', 'manuscript/v/d/index.md', `${HEAD}旧文。\n`, '---\nchapter: ch-03\n---\n新文。\n', '---\nchapter: ch-03\n---\n新文。\n'],
    ['that names none on purpose', 'manuscript/v/e/index.md', `${HEAD}旧文。\n`, '---\nchapter: null\n---\n新文。\n', '---\nchapter: null\n---\n新文。\n'],
    ['whose file named none', 'manuscript/v/f/index.md', '---\ntitle: 卷一\n---\n旧文。\n', '新文。\n', '新文。\n'],
    ['that begins with a scene break', 'manuscript/v/g/index.md', `${HEAD}旧文。\n`, '---\n\n新文。\n', `${HEAD}---\n\n新文。\n`],
    ['of a file with CRLF', 'manuscript/v/h/index.md', `${HEAD}旧文。\n`.replaceAll('\n', '\r\n'), '新文。\n', `${HEAD}新文。\n`],
    ['outside the manuscript', 'lorebook/note/a/index.md', `${HEAD}旧文。\n`, '新文。\n', '新文。\n'],
  ])('%s', async (_name, path, old, given, wanted) => {
    put(path, old)
    const session = bench.session()
    await bench.call(session, 'read', { path })
    const { content } = await bench.call(session, 'write', { path, content: given })
    expect(readFileSync(file(path), 'utf8')).toBe(wanted)
    expect(content.endsWith(KEPT)).toBe(wanted !== given)
  })

  it('the card and a proposal show what will stand there', async () => {
    put('manuscript/v/i/index.md', `${HEAD}旧文。\n`)
    const session = bench.session({ profileKey: 'main' })
    await bench.call(session, 'Read', { file_path: 'manuscript/v/i/index.md' })
    const result = await bench.call(session, 'Write', { file_path: 'manuscript/v/i/index.md', content: '新文。\n' })
    expect(JSON.stringify(result.details)).not.toContain('-chapter: ch-02')
  })

  it('is unchanged when only these lines were left away', async () => {
    put('manuscript/v/j/index.md', `${HEAD}旧文。\n`)
    const session = bench.session()
    await bench.call(session, 'read', { path: 'manuscript/v/j/index.md' })
    expect((await bench.call(session, 'write', { path: 'manuscript/v/j/index.md', content: '旧文。\n' })).content).toBe('[OK] manuscript/v/j/index.md (unchanged).')
  })
})
