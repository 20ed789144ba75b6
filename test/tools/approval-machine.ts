import { expect } from 'vitest'
import { z } from 'zod'
import { fail } from '@shared/fault'
import type { Effect } from '@shared/tool-result'
import { hashOf } from '../../src/core/tools/canonical'
import { defineTool, eraseTool } from '../../src/core/tools/define-tool'
import { createPipeline } from '../../src/core/tools/pipeline'
import type { Pack } from '../../src/core/tools/registry'
import type { Pipeline } from '../../src/core/tools/types'
import { numbers } from './random-patch'
import type { Bench } from './bench'

/** All processes between two restarts; what has died goes no further. */
interface Life { dead: boolean; readonly died: Promise<null>; die(): void; windows: Pipeline[] }
interface Card { id: string; callId: string; sessionId: number; hash: string }
interface Won { card: Card; verdict: 'approve' | 'deny'; status: string }
interface Commit { callId: string; hash: string }
export interface Figures { interleavings: number; requests: number; answers: number; commits: number; stale: number; denied: number; expired: number; restarts: number; refused: number }

/** What the tool would change: one cell from its value now to the next. */
const effectsOf = (cell: string, from: number): Effect[] => [{ kind: 'file', target: cell, resolved: cell, before: String(from), after: String(from + 1), action: 'modify', preview: `${from} -> ${from + 1}` }]
const never = new Promise<never>(() => undefined)

/** The shared world of the tool: values, what was really changed, and which life runs. */
class World {
  readonly cells = new Map<string, number>()
  commits: Commit[] = []
  constructor(public life: Life) {}
  /** How many turns of the loop a run takes before it changes anything. */
  slow = 0
  value(cell: string): number { return this.cells.get(cell) ?? 0 }
}

/** A tool that always asks; its run is one atomic change, recorded with the hash of what it really changed. */
function toolOf(world: World) {
  return defineTool({
    name: 'turn_cell', operation: 'test.turn', description: 'Turns a cell on. Use in tests.', input: z.strictObject({ cell: z.string().describe('The name of the cell.') }), risk: 'low', mutates: false, gate: 'always', result: 'action', needs: [],
    prepare: async ({ cell }) => {
      const { life } = world
      await Promise.resolve()
      return life.dead ? never : { plan: { cell, from: world.value(cell), life }, effects: effectsOf(cell, world.value(cell)) }
    },
    run: async ({ cell, from, life }, _services, { caller, signal }) => {
      for (let turn = world.slow; turn > 0 && !signal.aborted; turn -= 1) await new Promise<void>((done) => { setImmediate(done) })
      if (life.dead) return never
      signal.throwIfAborted()
      if (world.value(cell) !== from) fail('STALE_READ', 'the cell was changed meanwhile.')
      world.commits.push({ callId: caller.callId, hash: hashOf(effectsOf(cell, world.value(cell))) })
      world.cells.set(cell, from + 1)
      return { value: from + 1, changes: [] }
    },
    say: (n) => `now ${n}`,
  })
}

export function approvalMachine(): { pack: Pack; run(bench: Bench, count: number, seed: number): Promise<Figures> } {
  const world = new World({ dead: true, died: Promise.resolve(null), die: () => undefined, windows: [] })
  return { pack: { name: 'neb', tools: [eraseTool(toolOf(world))] }, run: (bench, count, seed) => runAll(bench, world, count, seed) }
}

async function runAll(bench: Bench, world: World, count: number, seed: number): Promise<Figures> {
  const random = numbers(seed)
  const figures: Figures = { interleavings: 0, requests: 0, answers: 0, commits: 0, stale: 0, denied: 0, expired: 0, restarts: 0, refused: 0 }
  const db = bench.project.sessionsDb
  // What is tested is the order of commits, not the disk.
  db.pragma('synchronous = OFF')
  let clock = Date.parse('2026-01-01T00:00:00Z')
  Object.assign(bench.project.env, { now: () => new Date((clock += 1_000)) })
  world.life = newLife(bench)
  for (let n = 0; n < count; n += 1) {
    await new Interleaving(bench, world, random, figures).play()
    figures.interleavings += 1
    // Old rows would only make each look longer.
    if (n % 100 === 99) { db.exec('DELETE FROM Approval; DELETE FROM Call'); world.life = newLife(bench); world.cells.clear(); bench.events.length = 0 }
  }
  db.pragma('synchronous = FULL')
  return figures
}

const open = (bench: Bench): Pipeline => createPipeline({ ...bench.deps, checkTexts: false })
function newLife(bench: Bench): Life {
  const { promise, resolve } = Promise.withResolvers<null>()
  const life: Life = { dead: false, died: promise, die: () => { life.dead = true; resolve(null) }, windows: [open(bench), open(bench)] }
  return life
}

/** Requests, answers, edits, stops and restarts in a random order, several at once; then what happened is compared with what may. */
class Interleaving {
  readonly #sessions: number[]
  readonly #cells: string[]
  readonly #calls = new Set<string>()
  readonly #cards: Card[] = []
  readonly #won: Won[] = []
  #flying: Promise<unknown>[] = []

  constructor(readonly bench: Bench, readonly world: World, readonly random: (below: number) => number, readonly figures: Figures) {
    this.#sessions = [bench.session({ profileKey: 'leader.default' }), bench.session({ profileKey: 'leader.default' })]
    this.#cells = this.#sessions.map((id) => `cell-${id}`)
    world.commits = []
  }

  async play(): Promise<void> {
    this.#fly(this.#request())
    for (let step = 4 + this.random(10); step > 0; step -= 1) {
      this.world.slow = this.random(4)
      await this.#step()
      // Sometimes what goes on is given time, sometimes not.
      for (let wait = this.random(4); wait > 0; wait -= 1) await (this.random(2) === 0 ? Promise.resolve() : new Promise<void>((done) => { setImmediate(done) }))
    }
    await Promise.all(this.#flying)
    this.#check()
  }

  #step(): Promise<void> | void {
    const kind = this.random(20)
    if (kind < 4) return this.#fly(this.#request())
    if (kind < 11) return this.#fly(this.#answer('approve'))
    if (kind < 13) return this.#fly(this.#answer('deny'))
    if (kind < 15) return this.#edit()
    if (kind < 16) return this.#fly(this.#cancel())
    if (kind < 17) { for (const window of this.world.life.windows) window.refresh(); return }
    if (kind < 18) return this.#restart()
    this.#fly(this.#answer('approve'))
    this.#fly(this.#answer(this.random(2) === 0 ? 'approve' : 'deny'))
  }

  /** Runs beside the rest; what belongs to a dead life is not waited for. */
  #fly(work: Promise<unknown>): void { this.#flying.push(work) }
  #pick<T>(from: readonly T[]): T | undefined { return from[this.random(from.length)] }
  #window(): Pipeline { return this.world.life.windows[this.random(2)] ?? this.world.life.windows[0] ?? (() => { throw new Error('no window') })() }
  async #alive<T>(work: Promise<T>): Promise<T | null> {
    const { life } = this.world
    const result = await Promise.race([work, life.died])
    return life.dead ? null : result
  }

  async #request(): Promise<void> {
    const [sessionId, cell] = [this.#pick(this.#sessions), this.#pick(this.#cells)]
    if (sessionId === undefined || cell === undefined) return
    const caller = this.bench.caller(sessionId)
    this.#calls.add(caller.callId)
    this.figures.requests += 1
    const asked = await this.#alive(this.#window().invoke(caller, 'turn_cell', { cell }))
    if (asked === null) return
    expect(asked.status, asked.content).toBe('needs_approval')
    this.#cards.push({ id: asked.approval?.id ?? '', callId: caller.callId, sessionId, hash: hashOf(asked.approval?.effects ?? []) })
  }

  async #answer(verdict: 'approve' | 'deny'): Promise<void> {
    const card = this.#pick(this.#cards.slice(-4)) ?? this.#pick(this.#cards)
    if (card === undefined) return
    this.figures.answers += 1
    // Now and then an answer meant for other effects.
    const forged = this.random(12) === 0
    const answered = await this.#alive(this.#window().answer(card.id, verdict, forged ? 'f'.repeat(64) : card.hash, this.random(15) === 0 ? 'agent' : 'author', null))
    if (answered === null) return
    if (answered.fault !== null) { this.figures.refused += 1; return }
    expect(forged).toBe(false)
    this.#won.push({ card, verdict, status: answered.status })
    if (answered.newId !== null) {
      const row = this.bench.project.sessionsDb.prepare<[string], { effectsHash: string }>('SELECT effectsHash FROM Approval WHERE id = ?').get(answered.newId)
      this.#cards.push({ ...card, id: answered.newId, hash: row?.effectsHash ?? '' })
      this.figures.stale += 1
    }
  }

  #edit(): void {
    const cell = this.#pick(this.#cells) ?? ''
    this.world.cells.set(cell, this.world.value(cell) + 100)
  }

  async #cancel(): Promise<void> {
    const sessionId = this.#pick(this.#sessions) ?? 0
    const window = this.#window()
    await this.#alive(window.stop(sessionId))
    if (!this.world.life.dead) window.expire(sessionId, 'the run was stopped')
  }

  /** Every process dies where it is; one comes back and takes up what was left, then the other opens. */
  async #restart(): Promise<void> {
    this.figures.restarts += 1
    this.world.life.die()
    for (let turn = 0; turn < 6; turn += 1) await new Promise<void>((done) => { setImmediate(done) })
    this.world.life = newLife(this.bench)
    for (const { result } of await (this.world.life.windows[0]?.recover() ?? Promise.resolve([]))) expect(result.code === 'OUTCOME_UNKNOWN' || result.status === 'ok', result.content).toBe(true)
  }

  #check(): void {
    const { commits } = this.world
    const db = this.bench.project.sessionsDb
    const rows = db.prepare<[number, number], { id: string; callId: string; status: string; effectsHash: string; replaces: string | null }>('SELECT id, callId, status, effectsHash, replaces FROM Approval WHERE sessionId IN (?, ?) ORDER BY rowid').all(this.#sessions[0] ?? 0, this.#sessions[1] ?? 0)
    for (const callId of this.#calls) {
      const own = rows.filter((row) => row.callId === callId)
      const done = commits.filter((commit) => commit.callId === callId)
      const executed = own.filter((row) => row.status === 'executed')
      expect(done.length, 'at most one execution').toBeLessThanOrEqual(1)
      expect(executed.length, JSON.stringify(own)).toBe(done.length)
      if (done[0] !== undefined) expect(done[0].hash, 'what ran is what was shown').toBe(executed[0]?.effectsHash)
      expect(own.filter((row) => row.status === 'pending').length, 'one card at a time').toBeLessThanOrEqual(1)
      expect(own.filter((row) => row.status === 'approved' || row.status === 'executing'), 'nothing is left on its way').toEqual([])
      const result = db.prepare<[string], { state: string; result: string | null }>('SELECT state, result FROM Call WHERE callId = ?').get(callId)
      if (own.length > 0) expect(result?.state, JSON.stringify(own)).toBe(own.some((row) => row.status === 'pending') ? 'waiting' : 'finished')
      const denied = own.some((row) => row.status === 'denied')
      if (denied) expect([done.length, (JSON.parse(result?.result ?? '{}') as { code?: string }).code]).toEqual([0, 'DENIED_USER'])
      this.figures.commits += done.length
      this.figures.denied += denied ? 1 : 0
      this.figures.expired += own.some((row) => row.status === 'expired') ? 1 : 0
    }
    for (const [id, answers] of Map.groupBy(this.#won, ({ card }) => card.id)) expect(answers.length, `one answer counts for ${id}`).toBe(1)
    for (const { card, verdict, status } of this.#won) if (status === 'executed') expect([verdict, rows.find((row) => row.id === card.id)?.effectsHash]).toEqual(['approve', card.hash])
  }
}
