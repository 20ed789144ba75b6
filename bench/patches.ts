import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBench } from '../test/tools/bench'
import { compare, OwnTime, type BenchRow } from './measure'
import { openPeers } from './peer'

const FILES = 50
const lines = Array.from({ length: 200 }, (_, n) => `第${n + 1}行：雪落了一夜，檐下的灯笼只剩半截红纸。`)
const path = (n: number): string => `manuscript/vol-${n % 5}/p-${n}.md`

const ours = (from: string, to: string): string => ['*** Begin Patch', ...Array.from({ length: FILES }, (_, n) => [`*** Update File: ${path(n)}`, '@@', ` ${lines[98] ?? ''}`, `-${from}`, `+${to}`, ` ${lines[100] ?? ''}`]).flat(), '*** End Patch'].join('\n')
const theirs = (from: string, to: string): string => `${Array.from({ length: FILES }, (_, n) => [`--- a/${path(n)}`, `+++ b/${path(n)}`, '@@ -99,3 +99,3 @@', ` ${lines[98] ?? ''}`, `-${from}`, `+${to}`, ` ${lines[100] ?? ''}`]).flat().join('\n')}\n`

function fill(dir: string): void {
  for (let n = 0; n < FILES; n += 1) {
    mkdirSync(join(dir, path(n), '..'), { recursive: true })
    writeFileSync(join(dir, path(n)), `${lines.join('\n')}\n`)
  }
}

/** Row 14 of 13: one patch over 50 files, forwards and back again, against `git apply` of the same change. */
export async function patches(): Promise<BenchRow[]> {
  const peers = openPeers()
  const bench = await openBench()
  try {
    const other = join(bench.home, 'git-side')
    for (const dir of [bench.dir, other]) fill(dir)
    const old = lines[99] ?? ''
    const now = '第100行：他终于开口。'
    for (const [name, text] of [['there.patch', theirs(old, now)], ['back.patch', theirs(now, old)]] as const) writeFileSync(join(bench.home, name), text)
    const session = bench.session()
    const change = async (patch: string): Promise<void> => {
      const { status, content } = await bench.call(session, 'apply_patch', { patch })
      if (status !== 'ok') throw new Error(content)
    }
    const git = (name: string): Promise<OwnTime> => peers.run('git', ['apply', join(bench.home, name)], other)
    const row = await compare({ row: 14, what: 'apply_patch, there and back', size: `${FILES} files of 12 KB`, peer: 'git apply', must: 2 }, async () => { await change(ours(old, now)); await change(ours(now, old)) }, async () => new OwnTime((await git('there.patch')).ms + (await git('back.patch')).ms))
    if (readFileSync(join(bench.dir, path(0)), 'utf8') !== readFileSync(join(other, path(0)), 'utf8')) throw new Error('the two sides differ')
    return [row]
  } finally {
    await bench.close()
    peers.close()
  }
}
