import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bundleChild } from '../../../test/model-server/bundle-child'

/** 07 §8 "Processes end with the app, also after kill -9"; security MC-06. Real processes, each named by its own folder. */
const script = join(import.meta.dirname, '../../../test/mcp/server.mjs')
let program: string
let root: string
let core: ChildProcess | null = null
beforeAll(async () => { program = await bundleChild('test/mcp/servers-child.ts') }, 60_000)
beforeEach(() => { root = realpathSync(mkdtempSync(join(tmpdir(), 'wenqu-mcp-end-'))) })
afterEach(() => {
  core?.kill('SIGKILL')
  rmSync(root, { recursive: true, force: true })
})

/** Processes that this test's servers are, or started. */
const left = (): string[] => readdirSync('/proc').filter((pid) => /^\d+$/.test(pid)).flatMap((pid) => {
  try {
    const line = readFileSync(`/proc/${pid}/cmdline`, 'latin1')
    return line.includes(join(root, 'of-')) && Number(pid) !== core?.pid ? [line.replaceAll('\0', ' ')] : []
  } catch {
    return []
  }
})

/** A server that works, one that hangs at its start, one that is dead, one that detached a process of its own: each stands as it should, none in the way of another. */
async function startServers(isolation: string): Promise<ChildProcess> {
  const servers = ['good', 'silent', 'crash', 'parent'].map((alias) => ({ alias, command: process.execPath, args: [script, alias, join(root, `of-${alias}`)] }))
  const child = spawn(process.execPath, [program, join(root, 'novel'), join(root, 'home'), JSON.stringify(servers), isolation], { stdio: ['pipe', 'pipe', 'inherit'] })
  core = child
  await new Promise<void>((up, down) => {
    child.stdout.once('data', () => { up() })
    child.once('exit', (exit) => { down(new Error(`core ended with ${exit}`)) })
  })
  await expect.poll(() => left().some((line) => line.includes('grandchild'))).toBe(true)
  return child
}

describe.each(['auto', 'never'])('servers end with the app (isolation %s)', (isolation) => {
  it('when it quits', async () => {
    const child = await startServers(isolation)
    const ended = new Promise((done) => { child.once('exit', done) })
    child.stdin?.write('quit\n')
    expect(await ended).toBe(0)
    await expect.poll(left, { timeout: 10_000 }).toEqual([])
  }, 60_000)

  it('when it is killed', async () => {
    const child = await startServers(isolation)
    child.kill('SIGKILL')
    await expect.poll(left, { timeout: 10_000 }).toEqual([])
  }, 60_000)
})
