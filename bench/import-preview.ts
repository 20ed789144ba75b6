import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { planTxtImport } from '../src/core/exchange/import-plan'
import { makeNovel } from '../src/core/exchange/novel-fixture'
import { compare, type BenchRow, type OwnTime } from './measure'
import { openPeers, type Peers } from './peer'

const PEER = "iconv -f GB18030 -t UTF-8 \"$1\" | grep -cE '^[[:space:]　]*第.+[章回节卷]'"

async function measure(peers: Peers, size: string, chapters: number, perChapter: number, folder: string): Promise<BenchRow> {
  const file = join(folder, `${size}.txt`)
  writeFileSync(file, iconv.encode(makeNovel({ chapters, perChapter }), 'gb18030'))
  const ours = (): void => {
    const { plan } = planTxtImport(readFileSync(file))
    if (plan.chapters !== chapters || plan.coverage !== 1) throw new Error(`wrong plan: ${plan.chapters} chapters`)
  }
  const peer = (): Promise<OwnTime> => peers.run('sh', ['-c', PEER, 'sh', file], folder, ({ printed }) => Number(printed) === chapters)
  return compare({ row: 16, what: 'import to preview', size: `${size} ${(readFileSync(file).length / 1e6).toFixed(1)} MB`, peer: 'iconv + grep -c', must: 6 }, ours, peer)
}

/** Row 16 of 13: file chosen → plan. */
export async function importPreview(): Promise<BenchRow[]> {
  const peers = openPeers()
  const folder = mkdtempSync(join(tmpdir(), 'wenqu-bench-'))
  try {
    const rows: BenchRow[] = []
    for (const [size, chapters, perChapter] of [['S', 50, 2_000], ['L', 1_500, 2_000], ['9MB', 1_500, 2_700], ['X', 4_000, 2_500]] as const) rows.push(await measure(peers, size, chapters, perChapter, folder))
    return rows
  } finally {
    peers.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
