import type { IpcMain, WebContents } from 'electron'
import { describe, expect, it } from 'vitest'
import type { Answer } from '@shared/bridge'
import { Cancelled, fail } from '@shared/fault'
import { appOrigin } from './call-check'
import { registerGateway } from './gateway'
import type { MainHandlers } from './gateway'
import { silentLog } from './log'
import type { AppWindow, Windows } from './windows'

type Listener = (event: object, name: unknown, input: unknown) => Promise<Answer<unknown>>

function rig(handlers: object = {}, answer: Answer<unknown> = { ok: true, value: {} }) {
  let listener: Listener = () => Promise.reject(new Error('nothing is registered'))
  const channels: string[] = []
  const ipc = { handle: (channel: string, next: Listener) => { channels.push(channel); listener = next } } as unknown as IpcMain
  const mainFrame = { parent: null, origin: appOrigin }
  const contents = { mainFrame } as unknown as WebContents
  const window: AppWindow = { browser: {} as AppWindow['browser'], launch: { project: '/n/one', sample: false }, project: null }
  const windows = { of: (from: WebContents) => (from === contents ? window : null) } as unknown as Windows
  const sent: unknown[] = []
  registerGateway(ipc, { windows, handlers: handlers as MainHandlers, log: silentLog, core: { call: async (...call) => { sent.push(call); return answer } } })
  const from = (sender: object, senderFrame: object | null, name: unknown, input: unknown) => listener({ sender, senderFrame }, name, input)
  return { channels, window, sent, contents, mainFrame, from, call: (name: unknown, input: unknown) => from(contents, mainFrame, name, input) }
}

describe('gateway (12 ONE place per call)', () => {
  it('is one channel; what main does not answer goes to core as the author\'s own', async () => {
    const { channels, call, sent } = rig({ 'app.coreState': () => ({ state: 'ready', deaths: 0 }) })
    expect(await call('app.coreState', {})).toEqual({ ok: true, value: { state: 'ready', deaths: 0 } })
    await call('projects.recent', {})
    expect([channels, sent]).toEqual([['wenqu.call'], [['projects.recent', {}, 'human']]])
  })

  it('hears no other window, no frame inside ours, no page of another origin, no frame that is gone', async () => {
    const { from, contents, mainFrame, sent } = rig()
    const refused = await Promise.all([
      from({ mainFrame }, mainFrame, 'projects.recent', {}), from(contents, { parent: mainFrame, origin: appOrigin }, 'projects.recent', {}),
      from(contents, { parent: null, origin: appOrigin }, 'projects.recent', {}), from(contents, null, 'projects.recent', {}),
    ])
    expect(refused.map((answer) => (answer.ok ? 'accepted' : answer.fault.code))).toEqual(Array.from({ length: 4 }, () => 'SENDER_REFUSED'))
    mainFrame.origin = 'https://evil.test'
    expect(await from(contents, mainFrame, 'projects.recent', {})).toMatchObject({ fault: { code: 'SENDER_REFUSED' } })
    expect(sent).toEqual([])
  })

  it('gives faults, a stop and defects back apart from each other', async () => {
    const { call } = rig({
      'app.info': () => fail('X', 'x'),
      'keys.status': () => { throw new Cancelled() },
      'app.openLog': () => { throw new TypeError('secret detail') },
    })
    expect(await call('app.info', {})).toEqual({ ok: false, fault: { code: 'X', message: 'x' } })
    expect(await call('keys.status', {})).toMatchObject({ fault: { code: 'CANCELLED' } })
    const defect = await call('app.openLog', {})
    expect([defect, JSON.stringify(defect).includes('secret')]).toMatchObject([{ fault: { code: 'INTERNAL' } }, false])
  })

  it('knows which project a window shows, and forgets it when it is closed', async () => {
    const { call, window } = rig({}, { ok: true, value: { project: 'one', dir: '/n/one' } })
    await call('projects.open', { dir: '/n/one' })
    expect(window.project).toEqual({ slug: 'one', dir: '/n/one' })
    await call('projects.close', { project: 'other' })
    expect(window.project).not.toBeNull()
    await call('projects.close', { project: 'one' })
    expect([window.project, window.launch.project]).toEqual([null, null])
    const failing = rig({}, { ok: false, fault: { code: 'PROJECT_NOT_FOUND', message: '' } })
    await failing.call('projects.open', { dir: '/n/one' })
    expect(failing.window.project).toBeNull()
  })
})
