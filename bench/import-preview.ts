import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { planTxtImport } from '../src/core/exchange/import-plan'
import { makeNovel } from '../src/core/exchange/novel-fixture'

/** Row 16 of 13-performance: file chosen → plan, against `iconv` + `grep -c` over the same file. */
const SAMPLES = 30
const PEER = "iconv -f GB18030 -t UTF-8 \"$1\" | grep -cE '^[[:space:]　]*第.+[章回节卷]'"

interface Series { median: number, min: number, max: number }

export interface ImportPreviewResult { row: 16, size: string, bytes: number, chapters: number, ours: Series, peer: Series, ratio: number }

function series(samples: number[]): Series {
  const sorted = samples.toSorted((a, b) => a - b)
  return { median: sorted[sorted.length >> 1] ?? 0, min: sorted[0] ?? 0, max: sorted.at(-1) ?? 0 }
}

function timed(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

function measure(size: string, chapters: number, perChapter: number, folder: string): ImportPreviewResult {
  const file = join(folder, `${size}.txt`)
  writeFileSync(file, iconv.encode(makeNovel({ chapters, perChapter }), 'gb18030'))
  const ours = (): void => {
    const { plan } = planTxtImport(readFileSync(file))
    if (plan.chapters !== chapters || plan.coverage !== 1) throw new Error(`wrong plan: ${plan.chapters} chapters`)
  }
  const peer = (): void => {
    const { stdout } = spawnSync('sh', ['-c', PEER, 'sh', file], { encoding: 'utf8' })
    if (Number(stdout) !== chapters) throw new Error(`wrong peer: ${stdout}`)
  }
  for (let warm = 0; warm < 3; warm++) [ours, peer].forEach((work) => work())
  const samples = Array.from({ length: SAMPLES }, () => ({ ours: timed(ours), peer: timed(peer) }))
  const [a, b] = [series(samples.map((one) => one.ours)), series(samples.map((one) => one.peer))]
  return { row: 16, size, bytes: readFileSync(file).length, chapters, ours: a, peer: b, ratio: a.median / b.median }
}

export function importPreview(): ImportPreviewResult[] {
  const folder = mkdtempSync(join(tmpdir(), 'wenqu-bench-'))
  try {
    return [measure('S', 50, 2_000, folder), measure('L', 1_500, 2_000, folder), measure('9MB', 1_500, 2_700, folder), measure('X', 4_000, 2_500, folder)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export function main(): void {
  for (const { size, bytes, ours, peer, ratio } of importPreview()) {
    const of = ({ median, min, max }: Series): string => `${median.toFixed(1)} ms (${min.toFixed(1)}-${max.toFixed(1)})`
    console.log(`import preview ${size} ${(bytes / 1e6).toFixed(1)} MB: ${of(ours)}; iconv + grep -c ${of(peer)}; ratio ${ratio.toFixed(2)} (≤ 6)`)
  }
}
