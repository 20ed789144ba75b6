import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { sandboxEntry, sandboxFlags } from './child'

/** Core gone without a word is, for the sandbox, a channel that closes. */
it.each([['nothing runs', null], ['a script runs that never ends', 'for(;;);'], ['a script waits for ever', 'await new Promise(() => {})']])('a sandbox whose core is gone ends at once: %s', { timeout: 20_000 }, async (_what, code) => {
  const child = spawn(process.execPath, [...sandboxFlags, sandboxEntry()], { env: { TZ: 'UTC' }, cwd: tmpdir(), stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'], serialization: 'json' })
  const gone = once(child, 'exit')
  await once(child, 'message')
  if (code !== null) child.send({ kind: 'run', id: 1, code, isolateMb: 64, resultChars: 1_000, world: null })
  child.send({ kind: 'health', id: 2 })
  await once(child, 'message')
  child.disconnect()
  expect(await gone).toEqual([null, 'SIGKILL'])
})
