// A screen in memory for machines that have none, started and ended by us (no xvfb-run needed).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { SetupProblem } from './say.mjs'

export function hasDisplay(env = process.env, platform = process.platform) {
  return platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}

/** Starts Xvfb on a free number. Resolves to { display: ':N', stop }. `-displayfd` says when it really answers. */
export function startVirtualDisplay({ size = '1600x1000x24', timeout = 15_000 } = {}) {
  return new Promise((done, refuse) => {
    const args = ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp', '-noreset']
    const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] })
    const end = () => child.kill('SIGTERM')
    process.on('exit', end)
    const stop = async () => {
      process.off('exit', end)
      if (child.exitCode !== null || child.signalCode !== null || !end()) return
      child.ref()
      await once(child, 'exit')
    }
    let said = ''
    const fail = (why) => {
      clearTimeout(timer)
      end()
      refuse(new SetupProblem(`The virtual display did not start: ${why}`, 'apt-get install -y --no-install-recommends xvfb xauth'))
    }
    const timer = setTimeout(() => fail('no answer in time.'), timeout)
    child.stderr.on('data', (chunk) => (said += chunk))
    child.on('error', (error) => fail(error.message))
    child.on('exit', () => fail(said.trim().split('\n').at(-1) || 'it ended at once.'))
    child.stdio[3].once('data', (number) => {
      clearTimeout(timer)
      child.removeAllListeners('exit')
      // Only `stop` ends it: an idle display must not keep the script alive.
      child.unref()
      child.stderr.unref()
      child.stdio[3].unref()
      done({ display: `:${String(number).trim()}`, stop })
    })
  })
}

/**
 * Runs `work(env, count)` with displays: the real one, or up to `wanted` virtual ones that are gone afterwards.
 * WENQU_DISPLAYS names them all, so that windows tested side by side have a focus and a clipboard each.
 */
export async function withDisplays(env, wanted, work) {
  if (hasDisplay(env)) return work(env, 1)
  const started = []
  try {
    while (started.length < wanted) started.push(await startVirtualDisplay())
    const names = started.map(({ display }) => display)
    return await work({ ...env, DISPLAY: names[0], WENQU_DISPLAYS: names.join(' ') }, wanted)
  } finally {
    await Promise.all(started.map(({ stop }) => stop()))
  }
}

/** Runs `work(env)` with one display. */
export const withDisplay = (env, work) => withDisplays(env, 1, work)
