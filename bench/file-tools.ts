import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { searchArgs, type GrepRequest } from '../src/core/tools/search/grep-request'
import { rgPath } from '../src/core/tools/search/rg'
import { hashBytes } from '../src/core/project/hash'
import { openBench, type Bench } from '../test/tools/bench'
import { compare, type BenchRow, type OwnTime } from './measure'
import { openPeers } from './peer'

const FOLDERS = 100
const FILES = 100
const paragraph = '雪落了一夜，檐下的灯笼只剩半截红纸。他把茶盏推远，等着门外的脚步声停下来。\n'

function fill(dir: string): void {
  for (let folder = 0; folder < FOLDERS; folder += 1) {
    const place = join(dir, 'manuscript', `vol-${folder}`)
    mkdirSync(place, { recursive: true })
    for (let file = 0; file < FILES; file += 1) writeFileSync(join(place, `ch-${file}.md`), paragraph.repeat(8) + (file % 33 === 0 ? '林晚没有回头。\n' : ''))
  }
}

/** As the app's projects are a little after they were opened: watched, and each text known, the last of all too. */
async function settled({ dir, project }: Bench): Promise<void> {
  const last = '最后一页。\n'
  writeFileSync(join(dir, 'zz-last.md'), last)
  while (project.seen(dir) === null || !project.blobs.has(hashBytes(Buffer.from(last)))) await new Promise((done) => { setTimeout(done, 50) })
}

/** A real call through the pipeline, in a session of profile main. */
async function call(bench: Bench, session: number, tool: string, args: object, wanted: string): Promise<void> {
  const result = await bench.call(session, tool, args)
  if (!result.content.includes(wanted)) throw new Error(`${tool}: ${result.content.slice(0, 200)}`)
}

/**
 * What Grep asks ripgrep the first time after a change, its answer left as it comes: not read, not sorted, nothing looked at again. Grep
 * also tells which files are no UTF-8 (06 §3). ripgrep reads every byte for that instead of jumping to the next 林, which takes it 1.4
 * times the processor time of the bare pattern in this tree. As long as nothing changes Grep need not ask again: it is held against both.
 */
const asked = (more: Pick<GrepRequest, 'pattern' | 'mode'>): string[] =>
  searchArgs({ glob: null, type: null, ignoreCase: false, numbers: true, only: false, unrestricted: false, before: 0, after: 0, multiline: false, limit: 250, offset: 0, ...more }, [], './', { sorted: false, notUtf8: true, told: 'events' })

/** Row 7 of 13: Grep, Glob and Read in a tree of 10,000 files. */
export async function fileTools(): Promise<BenchRow[]> {
  const peers = openPeers()
  const bench = await openBench([], undefined, undefined, true)
  const peer = (command: string, args: readonly string[], wanted: number): Promise<OwnTime> => peers.run(command, args, bench.dir, ({ bytes }) => bytes >= wanted)
  try {
    fill(bench.dir)
    await settled(bench)
    const session = bench.session({ profileKey: 'main' })
    const about = (what: string, name: string) => ({ row: 7, what, size: `${what}, 10,000 files`, peer: name, must: 1.3 })
    return [
      await compare(about('Grep', 'rg --files-with-matches'), () => call(bench, session, 'Grep', { pattern: '林晚' }, '250 of 400 files'), () => peer(rgPath(), ['--files-with-matches', '林晚', './'], 10_000)),
      await compare(about('Grep, lines', 'rg --line-number'), () => call(bench, session, 'Grep', { pattern: '林', output_mode: 'content' }, '250 of 400 matches'), () => peer(rgPath(), ['--line-number', '林', './'], 20_000)),
      await compare(about('Grep', 'rg asked the same'), () => call(bench, session, 'Grep', { pattern: '林晚' }, '250 of 400 files'), () => peer(rgPath(), asked({ pattern: '林晚', mode: 'files_with_matches' }), 100_000)),
      await compare(about('Grep, lines', 'rg asked the same'), () => call(bench, session, 'Grep', { pattern: '林', output_mode: 'content' }, '250 of 400 matches'), () => peer(rgPath(), asked({ pattern: '林', mode: 'content' }), 100_000)),
      await compare(about('Glob', 'rg --files'), () => call(bench, session, 'Glob', { pattern: '**/ch-7.md' }, 'vol-7/ch-7.md'), () => peer(rgPath(), ['--files'], 200_000)),
      await compare(about('Read', 'cat'), () => call(bench, session, 'Read', { file_path: 'manuscript/vol-7/ch-7.md' }, '雪落'), () => peer('cat', ['manuscript/vol-7/ch-7.md'], 500)),
    ]
  } finally {
    await bench.close()
    peers.close()
  }
}
