import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { startChild, exited } from '../project/child'
import { CANARY, fingerprint } from '../project/hostile-paths'
import type { Bench } from './bench'

const begin = (text: string): string => `*** Begin Patch\n${text}\n*** End Patch`

/** Every file tool works on a folder and a file that another process keeps replacing by links; nothing outside is told or touched. */
export async function checkLiveSwap(bench: Bench, ms: number, leastCalls = 0): Promise<{ swaps: number; calls: number; ok: number; refused: Map<string, number> }> {
  const outside = join(bench.home, 'outside')
  for (const folder of [outside, join(bench.dir, 'swap'), join(bench.dir, 'turn')]) mkdirSync(folder, { recursive: true })
  for (const name of ['f.md', 'g.md', 'only-outside.md']) writeFileSync(join(outside, name), `${CANARY} findme\n`)
  for (const path of ['swap/f.md', 'swap/g.md', 'turn/f.md']) writeFileSync(join(bench.dir, path), 'inside findme\n')
  const before = fingerprint(outside)
  let swaps = 0
  let ready: () => void = () => undefined
  const started = new Promise<void>((done) => { ready = done })
  const child = startChild('swap-child.ts', [bench.dir, outside], (line) => { if (line === 'ready') ready(); else swaps = Number(line) })
  await started
  const nbook = bench.session()
  const noeta = bench.session({ profileKey: 'main', writeMode: 'apply', permissionMode: 'bypassPermissions' })
  const refused = new Map<string, number>()
  let ok = 0
  let made = 0
  const end = performance.now() + ms
  for (let n = 0; performance.now() < end || made < leastCalls; n += 1) {
    const calls: [number, string, object][] = [
      [nbook, 'read', { path: 'swap/f.md' }], [noeta, 'Read', { file_path: 'turn/f.md' }], ...(n % 3 === 0 ? ([[noeta, 'Grep', { pattern: 'findme', output_mode: 'content', path: n % 2 === 0 ? 'swap' : '.' }], [noeta, 'Glob', { pattern: '**/*.md' }]] satisfies [number, string, object][]) : []),
      [nbook, 'write', { path: `swap/new${n % 7}.md`, content: `n${n}\n` }], [nbook, 'edit', { path: 'swap/g.md', edits: [{ oldText: 'inside', newText: 'insidex' }] }],
      [nbook, 'edit', { path: 'turn/f.md', edits: [{ oldText: 'insid', newText: 'insidd' }] }], [nbook, 'apply_patch', { patch: begin(`*** Add File: swap/p${n}.md\n+p\n*** Add File: turn/p${n}.md\n+p`) }],
      [nbook, 'apply_patch', { patch: begin(`*** Delete File: swap/p${n - 1}.md\n*** Update File: turn/p${n - 1}.md\n*** Move to: swap/q${n}.md`) }], [noeta, 'Write', { file_path: `swap/w${n}.md`, content: 'w\n' }],
    ]
    for (const [session, tool, args] of calls) {
      const result = await bench.call(session, tool, args)
      made += 1
      expect(JSON.stringify(result), `${tool} ${JSON.stringify(args)}`).not.toContain(CANARY)
      expect(result.content, tool).not.toContain('only-outside')
      if (result.status === 'ok') ok += 1
      else refused.set(result.code ?? '', (refused.get(result.code ?? '') ?? 0) + 1)
      expect(result.code, result.content).not.toBe('INTERNAL')
    }
  }
  child.stdin?.end()
  await exited(child)
  expect(fingerprint(outside)).toBe(before)
  const back = join(bench.dir, 'swap/f.md')
  if (existsSync(back)) expect(readFileSync(back, 'utf8')).toBe('inside findme\n')
  return { swaps, calls: made, ok, refused }
}
