import fc from 'fast-check'
import { expect } from 'vitest'
import type { Json, PatchInput, PatchOp, WorldWrite } from '@shared/world'
import { isFault } from '@shared/fault'
import { applyAll, emptyFold } from '../../src/core/world/fold'
import { canonical } from '../../src/core/world/json-value'
import { createResolver } from '../../src/core/world/resolver'
import { minInstant } from '../../src/core/world/rows'
import { before, storedHistory, storedSubjects } from '../../src/core/world/stored'
import { emptyWorld, specSchema, type WorldFixture } from '../../src/core/world/world-fixture'

/** One step of a random history: what is done, where, and a number that chooses its patches. */
interface Step { act: 'write' | 'late' | 'edit' | 'hide' | 'move' | 'restore' | 'purge'; at: number; pick: number; seed: number }

const subjects = ['hero', 'rival']
const choices: readonly [string, PatchOp, (n: number) => Json | undefined][] = [
  ['/hp', 'increment', (n) => (n % 21) - 10], ['/hp', 'replace', (n) => n % 100], ['/hp', 'remove', () => undefined], ['/gold', 'increment', (n) => n % 7], ['/gold', 'replace', (n) => n % 50],
  ['/skills', 'append', (n) => `s${n % 9}`], ['/skills', 'remove', (n) => `s${n % 9}`], ['/log', 'append', (n) => `l${n % 40}`], ['/log/0', 'remove', () => undefined], ['/log', 'remove', () => undefined],
  ['/bonds/a', 'replace', (n) => n % 5], ['/bonds/a', 'increment', (n) => n % 3], ['/bonds', 'replace', (n) => ({ b: n % 4 })], ['/memory/k', 'replace', (n) => ({ text: `t${n}` })], ['/events', 'append', (n) => ({ text: `e${n}` })],
  ['/events', 'replace', () => []], ['/free', 'replace', (n) => (n % 60 === 0 ? n : { x: n })], ['/free/x', 'replace', (n) => n], ['/equipment', 'remove', () => undefined],
]

/** Numbers that look random and are always alike. */
function stream(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>>= 0)
  }
}

function patchesOf(seed: number): PatchInput[] {
  const next = stream(seed)
  return Array.from({ length: 30 + (next() % 70) }, () => {
    const [path, op, value] = choices[next() % choices.length] ?? choices[0] ?? ['/hp', 'remove', () => undefined]
    const given = value(next())
    return { subjectId: subjects[next() % 4 === 0 ? 1 : 0] ?? 'hero', path, op, type: 'character', ...(given === undefined ? {} : { value: given }) }
  })
}

const visible = (f: WorldFixture): string[] => f.db.prepare<[], { id: number }>('SELECT id FROM WorldSlice WHERE hidden = 0 ORDER BY id').all().map((row) => String(row.id))

function edits(f: WorldFixture, id: string, seed: number): WorldWrite {
  const patches = f.world.slice(id).patches ?? []
  const [first, second] = [patches[seed % patches.length], patches[(seed + 1) % patches.length]]
  const add = patchesOf(seed)[0]
  return {
    do: 'edit', sliceId: id, edits: [
      ...(first && patches.length > 1 ? [{ patchId: first.patchId, remove: true as const }] : []), ...(second && second !== first && second.op === 'increment' ? [{ patchId: second.patchId, set: { value: seed % 9 } }] : []),
      ...(add && f.world.attrs(add.subjectId) !== null ? [{ add: { subjectId: add.subjectId, path: add.path, op: add.op, ...(add.value === undefined ? {} : { value: add.value }) } }] : []),
    ],
  }
}

/** Does a step; what the world refuses (a taken instant, a place that is not there) changes nothing and is part of the game. */
function play(f: WorldFixture, { act, at, pick, seed }: Step): void {
  const shown = visible(f)
  const hidden = f.world.hidden().map((slice) => slice.id)
  const one = shown[pick % Math.max(1, shown.length)]
  const gone = hidden[pick % Math.max(1, hidden.length)]
  const late = Number(f.world.now()) + 1 + (at % 5)
  try {
    if (act === 'write' || act === 'late') f.save({ do: 'write', slice: { time: String(act === 'late' ? late : at), title: act, patches: patchesOf(seed) } })
    else if (act === 'edit' && one) f.save(edits(f, one, seed))
    else if (act === 'hide' && one) f.save({ do: 'hide', sliceId: one })
    else if (act === 'move' && one) f.save({ do: 'edit', sliceId: one, edits: [], meta: { time: String(at) } })
    else if (act === 'restore' && gone) f.world.restore(gone, seed % 2 === 0 ? BigInt(at) : undefined)
    else if (act === 'purge' && gone) f.world.purge(gone)
  } catch (error) {
    if (!isFault(error)) throw error
  }
}

/** States at some instants and all issues, folded from the beginning without any kept state. */
function plainStates(f: WorldFixture, instants: readonly bigint[]): string {
  const resolver = createResolver(f.files.schema)
  return canonical(storedSubjects(f.db).flatMap((subject) => instants.map((at): Json => {
    const folded = emptyFold()
    const skipped = applyAll(folded, storedHistory(f.db, subject.id, before(minInstant), at), subject.type, resolver)
    return [subject.id, String(at), folded.attrs, [...folded.setBy].map(([path, by]) => [path, by.sliceId]), skipped.length]
  })))
}

/** The same as the world tells it. */
function toldStates(f: WorldFixture, instants: readonly bigint[]): string {
  const last = instants.at(-1)
  return canonical(f.world.subjects().flatMap(({ id }) => instants.map((at): Json => {
    const view = f.world.view(id, at)
    const skips = at === last ? f.world.issues().filter((issue) => issue.subjectId === id && issue.label !== 'E2').length : null
    return [id, String(at), view?.attrs ?? null, view?.setBy.map((by) => [by.path, Number(by.sliceId)]) ?? null, skips ?? plainSkips(f, id, at)]
  })))
}

function plainSkips(f: WorldFixture, id: string, at: bigint): number {
  const subject = storedSubjects(f.db).find((row) => row.id === id)
  return subject ? applyAll(emptyFold(), storedHistory(f.db, id, before(minInstant), at), subject.type, createResolver(f.files.schema)).length : 0
}

const keptStates = (f: WorldFixture): number => f.db.prepare<[], { n: number }>('SELECT count(*) AS n FROM WorldSnapshot').get()?.n ?? 0

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom<Step['act']>('late', 'late', 'late', 'write', 'write', 'edit', 'hide', 'move', 'restore', 'purge'), at: fc.integer({ min: -50, max: 400 }), pick: fc.nat(1_000), seed: fc.nat(),
})

/** C2: whatever the history, states folded from kept ones are those folded from the beginning, and `verify` finds nothing. The most states kept in one history. */
export function historiesAgree(runs: number, steps: number, seed?: number): number {
  let kept = 0
  fc.assert(fc.property(fc.array(step, { minLength: steps, maxLength: steps, size: 'max' }), fc.boolean(), (history, idle) => {
    const f = emptyWorld(specSchema())
    for (const one of history) play(f, one)
    if (idle) while (f.world.rebuildSome()) { /* one subject after another */ }
    const now = f.world.now()
    const instants = [-20n, 0n, 37n, 150n, 399n, now / 2n, now - 1n, now]
    expect(toldStates(f, instants)).toBe(plainStates(f, instants))
    expect(f.world.verify()).toEqual([])
    kept = Math.max(kept, keptStates(f))
    f.db.close()
  }), { numRuns: runs, ...(seed === undefined ? {} : { seed }) })
  return kept
}
