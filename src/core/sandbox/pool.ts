import { sandboxEntry, startSandboxChild, type SandboxAnswer, type SandboxChild } from './child'
import { within } from './within'

export interface PoolOptions { isolateMb: number; processMb: number; startMs: number; /** Scripts at once. */ workers: number; /** Keeps one process ready beside those at work. */ spare: boolean; entry?: string | undefined }
export type Reply = SandboxAnswer | 'late' | 'aborted' | { gone: NodeJS.Signals | null }
export interface Worker { child: SandboxChild; ready: Promise<boolean>; runs: number }

/** The sandbox processes of one core: a few at work, so that a long script stops no other, and one ready for the next. */
export interface Pool {
  /** Waits its turn, sends, and gives the answer; a process that did not answer, or is worn, is ended before. */
  ask(message: object, how: { ms: number; signal?: AbortSignal | undefined; serve?: Parameters<SandboxChild['serve']>[0] }): Promise<Reply>
  close(): Promise<void>
}

const recycleRss = 160 * 1_048_576
const recycleRuns = 500
/** Processes that no script has needed for this long are given back. */
const idleMs = 60_000

export const createPool = (options: PoolOptions): Pool => new Processes(options)

class Processes implements Pool {
  private readonly all = new Set<Worker>()
  private readonly free: Worker[] = []
  private readonly turns: (() => void)[] = []
  private busy = 0
  private lastId = 0
  private idle: NodeJS.Timeout | null = null
  private closed = false

  constructor(private readonly options: PoolOptions) {}

  async ask(message: object, { ms, signal, serve = null }: Parameters<Pool['ask']>[1]): Promise<Reply> {
    await this.turn()
    try {
      if (this.closed) return { gone: null }
      if (signal?.aborted === true) return 'aborted'
      const worker = this.take()
      if (!(await worker.ready)) {
        await this.drop(worker)
        return { gone: worker.child.endedBy }
      }
      return await this.use(worker, message, ms, signal, serve)
    } finally {
      this.leave()
    }
  }

  async close(): Promise<void> {
    this.closed = true
    if (this.idle) clearTimeout(this.idle)
    await Promise.all([...this.all].map((worker) => this.drop(worker)))
  }

  private async use(worker: Worker, message: object, ms: number, signal: AbortSignal | undefined, serve: Parameters<SandboxChild['serve']>[0]): Promise<Reply> {
    const id = (this.lastId += 1)
    worker.runs += 1
    worker.child.serve(serve)
    worker.child.send({ ...message, id })
    this.keepSpare()
    const answer = await within(worker.child.next(), ms, signal)
    worker.child.serve(null)
    const worn = typeof answer !== 'object' || answer === null || answer.id !== id || answer.rss > recycleRss || worker.runs >= recycleRuns
    if (worn) await this.drop(worker)
    else this.giveBack(worker)
    return answer ?? { gone: worker.child.endedBy }
  }

  private turn(): Promise<void> {
    if (this.busy < this.options.workers) {
      this.busy += 1
      return Promise.resolve()
    }
    return new Promise((resolve) => this.turns.push(resolve))
  }

  private leave(): void {
    const next = this.turns.shift()
    if (next) return next()
    this.busy -= 1
    if (this.busy === 0) this.restWhenIdle()
  }

  private take(): Worker {
    for (let worker = this.free.pop(); worker !== undefined; worker = this.free.pop()) if (worker.child.alive) return worker
    return this.start()
  }

  private giveBack(worker: Worker): void {
    this.free.push(worker)
    const surplus = this.free.length > this.options.workers ? this.free.shift() : undefined
    if (surplus) void this.drop(surplus)
  }

  /** Started while a script works, so that the one after a killed one need not wait for a process. */
  private keepSpare(): void {
    if (this.options.spare && !this.closed && !this.free.some((worker) => worker.child.alive)) this.free.unshift(this.start())
  }

  private start(): Worker {
    const child = startSandboxChild(this.options.entry ?? sandboxEntry(), this.options)
    const worker = { child, ready: within(child.next(), this.options.startMs).then((hello) => typeof hello === 'object' && hello !== null), runs: 0 }
    this.all.add(worker)
    void child.ended.then(() => this.all.delete(worker))
    return worker
  }

  private async drop(worker: Worker): Promise<void> {
    const at = this.free.indexOf(worker)
    if (at >= 0) this.free.splice(at, 1)
    worker.child.kill()
    await worker.child.ended
  }

  private restWhenIdle(): void {
    if (this.idle) clearTimeout(this.idle)
    this.idle = setTimeout(() => {
      if (this.busy === 0) for (const worker of this.free.splice(0)) void this.drop(worker)
    }, idleMs)
    this.idle.unref()
  }
}
