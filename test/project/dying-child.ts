// Takes a text out of a project in one of three ways and is killed at the n-th act on the trash; the test looks for the text then.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { createEnv } from '../../src/core/project/env'
import { descriptors } from '../../src/core/project/held-folder'
import { openProject } from '../../src/core/project/open-project'
import type { By } from '../../src/core/project/types'

const [dir = '', home = '', how = '', at = ''] = process.argv.slice(2)
const by: By = { actor: how === 'run' ? 'shell' : 'agent', sessionId: 1, callId: 'call_1' }
const project = await openProject(dir, createEnv(home), { emit: () => undefined, readOnlyOk: false, watch: false })

let left = Number(at)
const trash = join('.nbook', 'trash')
function counted<T extends object>(owner: T, names: readonly (keyof T & string)[]): void {
  for (const name of names) {
    const real = owner[name] as (...given: unknown[]) => unknown
    Object.assign(owner, { [name]: (...given: unknown[]) => {
      if (given.some((one) => typeof one === 'string' && (one.includes(trash) || one.startsWith(`${descriptors}/`))) && (left -= 1) === 0) process.kill(process.pid, 'SIGKILL')
      return real(...given)
    } })
  }
}
counted(fs.promises, ['mkdir', 'rename', 'open', 'rm', 'unlink'])
counted(fs, ['open', 'openSync', 'linkSync', 'renameSync', 'unlink', 'unlinkSync'])
syncBuiltinESMExports()

const path = await project.files.authorize('a.md', { use: 'write' })
if (how === 'run') {
  const run = await project.runs.begin(by, { nbookSafe: true })
  fs.rmSync(path.real)
  await run.end()
} else if (how === 'tool') await project.files.apply([{ path, text: null, base: await project.files.hash(path) }], by)
else await project.trash.put([path], { ...by, actor: 'author' })
await project.close()
