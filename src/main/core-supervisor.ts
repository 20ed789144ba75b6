import type { Numbered } from '@shared/events'
import type { Answer, CoreState, FromCore } from '@shared/bridge'
import type { ProcedureName } from '@shared/procedures'
import { createPendingCalls } from './pending-calls'
import type { CoreChild } from './core-child'
import type { Log } from './log'

export interface SupervisorTimes { pingMs: number; silentMs: number; restartMs: readonly number[]; deathWindowMs: number; stopMs: number; waitMs: number }
/** 09 §18: back in ≤2 s, three deaths in a minute stop it, 20 s without an answer is silence. */
export const supervisorTimes: SupervisorTimes = { pingMs: 4_000, silentMs: 20_000, restartMs: [50, 400], deathWindowMs: 60_000, stopMs: 3_000, waitMs: 15_000 }

export interface SupervisorOptions {
  /** Starts one core process; throws or reports an exit when it cannot. */
  start(): CoreChild
  keys(): Record<string, string>
  onEvents(events: Numbered[]): void
  onState(state: CoreState): void
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

export function createCoreSupervisor(options: SupervisorOptions): CoreSupervisor {
  const times = options.times ?? supervisorTimes
  const calls = createPendingCalls(times.waitMs)
  let child: CoreChild | null = null
  let state: CoreState = 'starting'
  let deaths: number[] = []
  let total = 0
  let pings = 0
  let stopping = false
  let timer: NodeJS.Timeout | null = null

  const enter = (next: CoreState) => {
    if (state === next) return
    state = next
    options.log.info('core state', { state })
    options.onState(next)
  }
  const receive = (from: CoreChild, message: FromCore) => {
    if (from !== child) return
    pings = 0
    if (message.kind === 'ready') {
      if (Object.keys(options.keys()).length > 0) from.send({ kind: 'keys', keys: options.keys() })
      calls.attach(from)
      enter('ready')
    } else if (state === 'silent') enter('ready')
    if (message.kind === 'response') calls.settle(message.id, message.answer)
    if (message.kind === 'events') options.onEvents(message.events)
  }
  const died = (from: CoreChild, how: string) => {
    if (from !== child) return
    child = null
    calls.lose('core stopped')
    if (stopping) return
    total += 1
    const now = Date.now()
    deaths = [...deaths.filter((at) => now - at < times.deathWindowMs), now]
    options.log.warn('core died', { how, deaths: deaths.length })
    if (deaths.length >= 3) {
      calls.refuse('core stopped three times within a minute')
      return enter('failed')
    }
    enter('restarting')
    timer = setTimeout(launch, times.restartMs[deaths.length - 1] ?? 1_000)
  }
  function launch(): void {
    timer = null
    pings = 0
    const started = options.start()
    child = started
    started.onMessage((message) => receive(started, message))
    started.onExit((how) => died(started, how))
  }
  const heartbeat = setInterval(() => {
    if (!child || state === 'failed') return
    if (pings * times.pingMs >= times.silentMs) enter('silent')
    pings += 1
    child.send({ kind: 'ping', id: pings })
  }, times.pingMs)
  heartbeat.unref()
  launch()

  return {
    call: (name, input, principal) => calls.add({ name, input, principal }),
    state: () => state,
    deaths: () => total,
    pushKeys: () => {
      if (state === 'ready' || state === 'silent') child?.send({ kind: 'keys', keys: options.keys() })
    },
    restart: () => {
      if (stopping || timer) return
      deaths = []
      calls.accept()
      const old = child
      child = null
      if (old) calls.lose('core was restarted')
      old?.kill()
      enter('restarting')
      launch()
    },
    stop: async () => {
      stopping = true
      clearInterval(heartbeat)
      if (timer) clearTimeout(timer)
      calls.refuse('the app is closing')
      if (child) await child.end(times.stopMs)
      child = null
    },
  }
}
