import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { main } from './main'

// Alone in its process: the signal is one for all that listen to it.
const home = mkdtempSync(join(tmpdir(), 'wenqu-interrupted-'))
afterAll(() => { rmSync(home, { recursive: true, force: true }) })

it('Ctrl-C ends a batch at once, also while it waits for a line; what was answered stays, and the exit code says so', async () => {
  const dir = join(home, 'demo')
  const env = { WENQU_HOME: join(home, '.wenqu') }
  const quiet = { err: () => undefined, isTerminal: false, env }
  expect(await main(['project', 'new', dir], { ...quiet, out: () => undefined, async *stdin() { yield '' } })).toBe(0)
  let out = ''
  const code = await main(['batch', '--project', dir], {
    ...quiet,
    out: (text) => {
      out += text
      process.emit('SIGINT')
    },
    async *stdin() {
      yield '{"id":"a","tool":"read","input":{"path":"AGENTS.md"}}\n'
      await new Promise(() => undefined)
    },
  })
  expect([code, (JSON.parse(out) as { id: string; status: string }).status]).toEqual([130, 'ok'])
})
