import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import type { Bench } from './bench'
import { numbers, randomCase, type PatchCase } from './random-patch'

/** Makes one step of the next change fail, counted over all its links, renames and removals; 0 = none. */
export interface Faults { arm(step: number): void; disarm(): boolean }

const playground = 'play'
const root = (bench: Bench): string => join(bench.dir, playground)

function put(bench: Bench, files: ReadonlyMap<string, string>): void {
  rmSync(root(bench), { recursive: true, force: true })
  for (const [name, text] of files) {
    mkdirSync(dirname(join(root(bench), name)), { recursive: true })
    writeFileSync(join(root(bench), name), text)
  }
}

function disk(bench: Bench): Map<string, string> {
  if (!existsSync(root(bench))) return new Map()
  const names = readdirSync(root(bench), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(root(bench).length + 1))
  return new Map(names.toSorted().map((name) => [name, readFileSync(join(root(bench), name), 'utf8')]))
}

const sorted = (files: ReadonlyMap<string, string>): [string, string][] => [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))
const inPlayground = (patch: string): string => patch.replace(/^(\*\*\* (?:Add File|Delete File|Update File|Move to): )/gm, `$1${playground}/`)
const open = (bench: Bench): unknown => bench.project.sessionsDb.prepare("SELECT count(*) FROM Journal WHERE state = 'intent'").pluck().get()

/** Whole as it is: the disk equals the model, and what was replaced or deleted is in the trash. */
export async function checkWhole(bench: Bench, seed: number): Promise<void> {
  const one = randomCase(seed)
  put(bench, one.before)
  const session = bench.session()
  const result = await bench.call(session, 'apply_patch', { patch: inPlayground(one.patch) })
  expect(result, `seed ${seed}\n${one.patch}\n${result.content}`).toMatchObject({ status: 'ok' })
  expect(sorted(disk(bench)), `seed ${seed}\n${one.patch}`).toEqual(sorted(one.after))
  expect(bench.project.trash.list().filter((item) => item.sessionId === session).map((item) => item.from).toSorted(), `seed ${seed}`).toEqual(one.trashed.map((name) => `${playground}/${name}`).toSorted())
}

/** One line that is not there, or one path outside: nothing changes. */
export async function checkSpoiled(bench: Bench, seed: number): Promise<void> {
  const one = randomCase(seed)
  put(bench, one.before)
  const result = await bench.call(bench.session(), 'apply_patch', { patch: inPlayground(spoil(one, seed)) })
  expect(result, `seed ${seed}\n${one.patch}`).toMatchObject({ status: 'fail' })
  expect(sorted(disk(bench)), `seed ${seed}`).toEqual(sorted(one.before))
}

function spoil({ patch }: PatchCase, seed: number): string {
  const lines = patch.split(/\r?\n/)
  const old = lines.flatMap((line, at) => (/^[ -]/.test(line) ? [at] : []))
  const at = old[numbers(seed)(Math.max(1, old.length))]
  if (at === undefined) lines.splice(-2, 0, '*** Delete File: never-there.md')
  else lines[at] = `${(lines[at] ?? '').charAt(0)}never there`
  return lines.join('\n')
}

/** A step on the disk fails: everything is as before, or (when the fault came too late) as it should be. Gives whether it failed. */
export async function checkFault(bench: Bench, seed: number, faults: Faults): Promise<boolean> {
  const one = randomCase(seed)
  put(bench, one.before)
  const session = bench.session()
  faults.arm(1 + numbers(seed + 1)(9))
  const result = await bench.call(session, 'apply_patch', { patch: inPlayground(one.patch) })
  const failed = result.status === 'fail'
  faults.disarm()
  expect(sorted(disk(bench)), `seed ${seed} ${result.content}`).toEqual(sorted(failed ? one.before : one.after))
  if (failed) expect(bench.project.trash.list().filter((item) => item.sessionId === session), `seed ${seed}`).toEqual([])
  expect(open(bench), `seed ${seed}`).toBe(0)
  return failed
}
