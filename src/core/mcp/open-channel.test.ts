import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cannotMount, createMounts } from '../../../test/shell/mounts'
import { findIsolation } from '../shell/namespace'
import type { Channel } from './connection'
import { channelOpener } from './open-channel'

/** A server's process and the folders it may not write in: closed whatever is mounted there, and no process when they cannot be. */
let root: string
const mounts = createMounts()
beforeEach(() => { root = realpathSync(mkdtempSync(join(tmpdir(), 'wenqu-channel-'))) })
afterEach(() => {
  mounts.close()
  rmSync(root, { recursive: true, force: true })
})
async function endOf(closed: string, script: string): Promise<Channel> {
  const open = channelOpener({ projectDir: root, home: join(root, 'home'), closed: [closed], keys: () => ({}), mask: (text) => text, newMark: () => `m${process.pid}` })
  const channel = await open({ alias: 'x', command: 'sh', args: ['-c', script], url: null, env: {}, headers: {}, tools: null, deferred: false, enabled: true, callTimeoutSeconds: 5 }, () => undefined)
  await channel.transport.start()
  await expect.poll(() => channel.ended(), { timeout: 10_000, interval: 20 }).not.toBe(null)
  return channel
}

it.skipIf(findIsolation() === null)('a place that cannot be closed is named, and the server is not started', async () => {
  const channel = await endOf(join(root, 'gone', 'deeper'), `echo x > '${root}/ran.txt'`)
  expect(channel.ended()).toMatch(/^the process exited with code 97; its last words: .*deeper cannot be closed to writing: mount: /)
  expect(existsSync(join(root, 'ran.txt'))).toBe(false)
})

const noMount = cannotMount()
it.skipIf(noMount ?? (findIsolation() === null))(`what is mounted below stays closed${noMount === null ? '' : ` (not tried: ${noMount})`}`, async () => {
  mounts.add(join(root, 'closed', 'disk'))
  const channel = await endOf(join(root, 'closed'), `echo x > '${root}/ran.txt'; echo x > '${root}/closed/disk/evil'; exit 3`)
  expect(channel.ended()).toMatch(/^the process exited with code [23]/)
  expect([existsSync(join(root, 'ran.txt')), existsSync(join(root, 'closed', 'disk', 'evil'))]).toEqual([true, false])
})
