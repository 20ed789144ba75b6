import { resolve } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { CoreState } from '@shared/bridge'
import type { Numbered } from '@shared/events'
import { childEnvironment } from './child-environment'
import { startCoreChild } from './core-child'
import type { CoreChild } from './core-child'
import { createCoreSupervisor, supervisorTimes } from './core-supervisor'
import type { CoreSupervisor, SupervisorOptions, SupervisorTimes } from './core-supervisor'
import { silentLog } from './log'
import { stopwatch } from '../../test/stopwatch'

const entry = resolve('test/processes/small-core.mjs')
const running: CoreSupervisor[] = []
afterEach(async () => void (await Promise.all(running.splice(0).map((core) => core.stop()))))

interface RigOptions { env?: Record<string, string>; times?: Partial<SupervisorTimes>; keys?: Record<string, string>; node?: string; reopen?: string[]; desktop?: SupervisorOptions['desktop'] }
interface Rig { core: CoreSupervisor; states: CoreState[]; events: Numbered[]; children: CoreChild[]; act(act: string, value?: unknown): ReturnType<CoreSupervisor['call']> }

function rig({ env = {}, times = {}, keys = {}, node = process.execPath, reopen = [], desktop }: RigOptions = {}): Rig {
  const states: CoreState[] = []
  const events: Numbered[] = []
  const children: CoreChild[] = []
  const start = () => {
    const child = startCoreChild({ node, entry, env: childEnvironment(process.env, env) }, silentLog)
    children.push(child)
    return child
  }
  const core = createCoreSupervisor({ start, keys: () => keys, reopen: () => reopen, onEvents: (batch) => events.push(...batch), onState: (state) => states.push(state), ...(desktop === undefined ? {} : { desktop }), log: silentLog, times: { ...supervisorTimes, ...times } })
  running.push(core)
  return { core, states, events, children, act: (act, value) => core.call('projects.recent', { act, value }, 'human') }
}

const until = async (what: () => boolean, ms = 5_000) => {
  const end = Date.now() + ms
  while (!what()) {
    if (Date.now() > end) throw new Error('did not happen in time')
    await new Promise((done) => setTimeout(done, 5))
  }
}

describe('core supervisor (09 §18)', () => {
  it('holds calls until core is ready, answers each once, passes events and keys on', async () => {
    const keys: Record<string, string> = { ds: 'secret' }
    const { core, states, events, act } = rig({ keys })
    expect(core.state()).toBe('starting')
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => act('echo', n)))
    expect(answers.map((answer) => (answer.ok ? answer.value : null))).toEqual(Array.from({ length: 50 }, (_, n) => n))
    expect(await act('keys')).toEqual({ ok: true, value: { ds: 'secret' } })
    keys['b'] = 'more'
    core.pushKeys()
    expect(await act('keys')).toEqual({ ok: true, value: { ds: 'secret', b: 'more' } })
    await act('event')
    expect([states, events.map(({ event }) => event.type)]).toEqual([['ready'], ['trash.changed']])
  })

  it('is back within 2 s after a kill; calls it had are lost with CORE_GONE, later ones wait', async () => {
    const { core, states, children, act } = rig()
    await act('echo', 1)
    const lost = act('hang')
    children[0]?.kill()
    const took = stopwatch()
    expect(await lost).toMatchObject({ ok: false, fault: { code: 'CORE_GONE' } })
    const waiting = act('echo', 'after')
    expect(await waiting).toEqual({ ok: true, value: 'after' })
    expect(took()).toBeLessThan(2_000)
    expect([states, core.deaths()]).toEqual([['ready', 'restarting', 'ready'], 1])
  })

  it('opens the projects of the windows again before the calls that waited', async () => {
    const reopen: string[] = []
    const { core, children, act } = rig({ reopen })
    expect(await act('opened')).toEqual({ ok: true, value: [] })
    reopen.push('/n/one', '/n/two')
    children[0]?.kill()
    await until(() => core.state() === 'restarting')
    expect(await act('opened')).toEqual({ ok: true, value: ['/n/one', '/n/two'] })
  })

  it('stops after three deaths within a minute, and starts again when asked', async () => {
    const { core, states, act } = rig()
    for (let death = 1; death <= 3; death += 1) {
      expect(await act('die')).toMatchObject({ ok: false, fault: { code: 'CORE_GONE' } })
      if (death < 3) await until(() => core.state() === 'ready')
    }
    expect([core.state(), core.deaths()]).toEqual(['failed', 3])
    expect(await act('echo', 1)).toMatchObject({ ok: false, fault: { code: 'CORE_GONE' } })
    core.restart()
    expect(await act('echo', 'again')).toEqual({ ok: true, value: 'again' })
    expect(states.slice(-3)).toEqual(['failed', 'restarting', 'ready'])
  })

  it('old deaths are forgotten', async () => {
    const { core, act } = rig({ times: { deathWindowMs: 1, restartMs: [10, 10] } })
    for (let death = 1; death <= 4; death += 1) {
      await act('die')
      await until(() => core.state() === 'ready')
    }
    expect(core.deaths()).toBe(4)
  })

  it('gives up on a core that dies at birth, or that cannot be started at all', async () => {
    for (const bad of [rig({ env: { STILLBORN: '1' } }), rig({ node: '/nowhere/node' })]) {
      const answer = bad.act('echo', 1)
      await until(() => bad.core.state() === 'failed')
      expect(await answer).toMatchObject({ ok: false, fault: { code: 'CORE_GONE' } })
    }
  })

  it('says silent when nothing is answered, takes it back, and a restart ends a core that hangs', async () => {
    const { core, states, act } = rig({ times: { pingMs: 150, silentMs: 600 } })
    await act('echo', 1)
    void act('busy')
    await until(() => core.state() === 'silent')
    core.restart()
    expect(await act('echo', 2)).toEqual({ ok: true, value: 2 })
    expect(states.slice(states.indexOf('ready'))).toEqual(['ready', 'silent', 'restarting', 'ready'])
    expect(core.deaths()).toBe(0)
  })

  it('stops within its time, by force if need be, and starts nothing afterwards', async () => {
    const { core, children, act } = rig({ env: { STUBBORN: '1' }, times: { stopMs: 200 } })
    await act('echo', 1)
    const took = stopwatch()
    await core.stop()
    expect(took()).toBeLessThan(1_000)
    expect(await act('echo', 1)).toMatchObject({ fault: { code: 'CORE_GONE' } })
    expect(children).toHaveLength(1)
  })

  it('answers what core asks of windows, stops it when told, and closes them when core is gone', async () => {
    const stopped: unknown[] = []
    let closed = 0
    const { core, children, act } = rig({ desktop: {
      answer: (ask, signal) => ask === 'wait'
        ? new Promise((done) => signal.addEventListener('abort', () => {
          stopped.push(ask)
          done({ ok: false, fault: { code: 'CANCELLED', message: 'x' } })
        }))
        : Promise.resolve({ ok: true, value: ask }),
      closeAll: () => { closed += 1 },
    } })
    expect(await act('ask', { id: 1, ask: { do: 'x' } })).toEqual({ ok: true, value: { ok: true, value: { do: 'x' } } })
    const waiting = act('ask', { id: 2, ask: 'wait' })
    await act('stopAsk', 2)
    expect(await waiting).toMatchObject({ value: { fault: { code: 'CANCELLED' } } })
    void act('ask', { id: 3, ask: 'wait' })
    await act('echo', 1)
    children[0]?.kill()
    await until(() => closed === 1)
    expect(stopped).toEqual(['wait', 'wait'])
    expect(await act('echo', 2)).toEqual({ ok: true, value: 2 })
    await core.stop()
    expect(closed).toBe(2)
  })

  it('without windows says so', async () => {
    expect(await rig().act('ask', { id: 1, ask: {} })).toMatchObject({ value: { ok: false, fault: { code: 'BROWSER_UNAVAILABLE' } } })
  })

  it('gives core no secret, no injected code and nothing of Electron', () => {
    const env = { PATH: '/bin', HOME: '/h', NODE_OPTIONS: '--require x', LD_PRELOAD: 'x', ELECTRON_RUN_AS_NODE: '1', OPENAI_API_KEY: 'x', GITHUB_TOKEN: 'x', WENQU_KEY_DS: 'x', DB_PASSWORD: 'x', XAUTHORITY: '/x', LANG: 'C' }
    expect(childEnvironment(env, { WENQU_HOME: '/w' })).toEqual({ PATH: '/bin', HOME: '/h', XAUTHORITY: '/x', LANG: 'C', WENQU_HOME: '/w' })
  })
})
