import type { Numbered } from '@shared/events'
import type { Answer, CoreState, FromCore } from '@shared/bridge'
import type { ProcedureName } from '@shared/procedures'
import { createPendingCalls } from './pending-calls'
import type { PendingCalls } from './pending-calls'
import type { CoreChild } from './core-child'
import type { Log } from './log'

export interface SupervisorTimes { pingMs: number; silentMs: number; restartMs: readonly number[]; deathWindowMs: number; stopMs: number; waitMs: number }
/** 09 §18: back in ≤2 s, three deaths in a minute stop it, 20 s without an answer is silence. */
export const supervisorTimes: SupervisorTimes = { pingMs: 4_000, silentMs: 20_000, restartMs: [50, 400], deathWindowMs: 60_000, stopMs: 3_000, waitMs: 15_000 }

export interface SupervisorOptions {
  /** Starts one core process; throws or reports an exit when it cannot. */
  start(): CoreChild
  keys(): Record<string, string>
  /** Projects that windows show: a core that came back opens them before it gets the calls that waited for it. */
  reopen?(): string[]
  onEvents(events: Numbered[]): void
  onState(state: CoreState): void
  /** Does what core asks of windows; `closeAll` ends what a core that is gone had open. */
  desktop?: { answer(ask: unknown, stopped: AbortSignal): Promise<Answer<unknown>>; closeAll(): void }
  log: Log
  times?: SupervisorTimes
}

/** Keeps one core process alive and answers for it while it is not (01 Processes, 09 §18). */
export interface CoreSupervisor {
  call(name: ProcedureName, input: unknown, principal: 'human' | 'open'): Promise<Answer<unknown>>
  state(): CoreState
  deaths(): number
  pushKeys(): void
  /** The author's "try again": also ends a core that no longer answers. */
  restart(): void
  /** Ends core within `stopMs`, by force if need be. Nothing is started afterwards. */
  stop(): Promise<void>
}

export const createCoreSupervisor = (options: SupervisorOptions): CoreSupervisor => new Supervisor(options)

class Supervisor implements CoreSupervisor {
  private readonly times: SupervisorTimes
  private readonly calls: PendingCalls
  private readonly heartbeat: NodeJS.Timeout
  private child: CoreChild | null = null
  private now: CoreState = 'starting'
  private recentDeaths: number[] = []
  private allDeaths = 0
  private unanswered = 0
  private stopping = false
  private relaunch: NodeJS.Timeout | null = null
  private readonly asked = new Map<number, AbortController>()

  constructor(private readonly options: SupervisorOptions) {
    this.times = options.times ?? supervisorTimes
    this.calls = createPendingCalls(this.times.waitMs)
    this.heartbeat = setInterval(() => this.beat(), this.times.pingMs)
    this.heartbeat.unref()
    this.launch()
  }

  call(name: ProcedureName, input: unknown, principal: 'human' | 'open'): Promise<Answer<unknown>> {
    return this.calls.add({ name, input, principal })
  }

  state(): CoreState {
    return this.now
  }

  deaths(): number {
    return this.allDeaths
  }

  pushKeys(): void {
    if (this.now === 'ready' || this.now === 'silent') this.child?.send({ kind: 'keys', keys: this.options.keys() })
  }

  restart(): void {
    if (this.stopping || this.relaunch) return
    this.recentDeaths = []
    this.calls.accept()
    const old = this.child
    this.child = null
    this.forgetAsks()
    if (old) this.calls.lose('it was restarted')
    old?.kill()
    this.enter('restarting')
    this.launch()
  }

  async stop(): Promise<void> {
    this.stopping = true
    clearInterval(this.heartbeat)
    if (this.relaunch) clearTimeout(this.relaunch)
    this.calls.refuse('the app is closing')
    await this.child?.end(this.times.stopMs)
    this.child = null
  }

  private launch(): void {
    this.relaunch = null
    this.unanswered = 0
    const child = this.options.start()
    this.child = child
    child.onMessage((message) => this.receive(child, message))
    child.onExit((how) => this.died(child, how))
  }

  private receive(from: CoreChild, message: FromCore): void {
    if (from !== this.child) return
    this.unanswered = 0
    if (this.now === 'silent') this.enter('ready')
    if (message.kind === 'response') this.calls.settle(message.id, message.answer)
    if (message.kind === 'events') this.options.onEvents(message.events)
    if (message.kind === 'ready') void this.welcome(from)
    if (message.kind === 'desktopAsk') void this.serveAsk(from, message.id, message.ask)
    if (message.kind === 'desktopStop') this.asked.get(message.id)?.abort()
  }

  private async serveAsk(from: CoreChild, id: number, ask: unknown): Promise<void> {
    const { desktop } = this.options
    const stop = new AbortController()
    this.asked.set(id, stop)
    const answer: Answer<unknown> = desktop ? await desktop.answer(ask, stop.signal) : { ok: false, fault: { code: 'BROWSER_UNAVAILABLE', message: 'There is no window.' } }
    if (this.asked.get(id) === stop) this.asked.delete(id)
    if (from === this.child) from.send({ kind: 'desktopAnswer', id, answer })
  }

  /** Core is gone: what it had open in windows goes too. */
  private forgetAsks(): void {
    for (const stop of this.asked.values()) stop.abort()
    this.asked.clear()
    this.options.desktop?.closeAll()
  }

  private async welcome(child: CoreChild): Promise<void> {
    const keys = this.options.keys()
    if (Object.keys(keys).length > 0) child.send({ kind: 'keys', keys })
    const open = (dir: string) => this.calls.ahead({ name: 'projects.open', input: { dir }, principal: 'human' }, child)
    await Promise.all((this.options.reopen?.() ?? []).map(open))
    if (child !== this.child) return
    this.calls.attach(child)
    this.enter('ready')
  }

  private died(from: CoreChild, how: string): void {
    if (from !== this.child) return
    this.child = null
    this.forgetAsks()
    this.calls.lose('it stopped')
    if (this.stopping) return
    const at = Date.now()
    this.allDeaths += 1
    this.recentDeaths = [...this.recentDeaths.filter((then) => at - then < this.times.deathWindowMs), at]
    this.options.log.warn('core died', { how, deaths: this.recentDeaths.length })
    if (this.recentDeaths.length >= 3) {
      this.calls.refuse('it stopped three times within a minute')
      return this.enter('failed')
    }
    this.enter('restarting')
    this.relaunch = setTimeout(() => this.launch(), this.times.restartMs[this.recentDeaths.length - 1] ?? 1_000)
  }

  /** Counted in beats, not in clock time: a machine that slept is no silent core. */
  private beat(): void {
    if (!this.child) return
    if (this.unanswered * this.times.pingMs >= this.times.silentMs) this.enter('silent')
    this.unanswered += 1
    this.child.send({ kind: 'ping', id: this.unanswered })
  }

  private enter(next: CoreState): void {
    if (this.now === next) return
    this.now = next
    this.options.log.info('core state', { state: next })
    this.options.onState(next)
  }
}
