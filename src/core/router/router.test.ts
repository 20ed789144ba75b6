import { describe, expect, it } from 'vitest'
import { Cancelled, fail } from '@shared/fault'
import { procedures } from '@shared/procedures'
import type { Core } from '../app/types'
import { createRouter } from './router'
import type { CoreHandlers } from './router'

const core = {} as Core
const names = Object.entries(procedures).filter(([, one]) => one.home === 'core').map(([name]) => name)

function routerWith(some: Record<string, (input: never) => unknown>) {
  const reported: unknown[] = []
  const router = createRouter(core, some as unknown as CoreHandlers, (_name, error) => {
    reported.push(error)
    return 'r-1'
  })
  return { router, reported }
}

describe('procedure router (01 Public surfaces 3)', () => {
  it('fills in defaults and answers', async () => {
    const { router } = routerWith({ 'sessions.entries': (input) => input })
    expect(await router.handle('sessions.entries', { project: 'p', sessionId: 1 }, 'open')).toEqual({ ok: true, value: { project: 'p', sessionId: 1, limit: 100 } })
  })

  it('every human procedure is the author\'s alone, and open ones are not', async () => {
    const called: string[] = []
    const { router } = routerWith(Object.fromEntries(names.map((name) => [name, () => void called.push(name)])))
    for (const name of names) {
      const answer = await router.handle(name, { forged: 1 }, 'open')
      expect([name, answer.ok ? 'ok' : answer.fault.code]).toEqual([name, procedures[name as keyof typeof procedures].access === 'human' ? 'HUMAN_ONLY' : 'ARGS_INVALID'])
    }
    expect(called).toEqual([])
  })

  it.each(['', 'nope', 'constructor', '__proto__', 'app.info', 'keys.set'])('knows no procedure %j', async (name) => {
    expect(await routerWith({}).router.handle(name, {}, 'human')).toMatchObject({ ok: false, fault: { code: 'PROCEDURE_UNKNOWN' } })
  })

  it('names every problem of an input with its pointer', async () => {
    const { router } = routerWith({ 'sessions.send': () => ({}) })
    expect(await router.handle('sessions.send', { project: 1, sessionId: 'x', text: 'a', more: 1 }, 'human')).toMatchObject({ fault: { code: 'ARGS_INVALID', problems: [{ pointer: '/project' }, { pointer: '/sessionId' }, { pointer: '' }] } })
  })

  it('gives faults, a stop and defects back apart from each other; a defect shows its reference and nothing else', async () => {
    const broken = new TypeError('secret detail')
    const { router, reported } = routerWith({
      'projects.recent': () => fail('NOT_FOUND', 'gone'),
      'settings.get': () => { throw new Cancelled() },
      'models.list': () => { throw broken },
    })
    expect(await router.handle('projects.recent', {}, 'open')).toEqual({ ok: false, fault: { code: 'NOT_FOUND', message: 'gone' } })
    expect(await router.handle('settings.get', {}, 'open')).toMatchObject({ fault: { code: 'CANCELLED' } })
    const answer = await router.handle('models.list', {}, 'open')
    expect(answer).toMatchObject({ fault: { code: 'INTERNAL', data: { reference: 'r-1' } } })
    expect([JSON.stringify(answer).includes('secret'), reported]).toEqual([false, [broken]])
  })
})
