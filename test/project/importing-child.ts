// Imports a file into a project and is killed before its n-th write to a database or below manuscript/; "0" kills nowhere and says how many there were.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import Database from 'better-sqlite3'
import { createImports } from '../../src/core/app/imports'
import { createEnv } from '../../src/core/project/env'
import { openProject } from '../../src/core/project/open-project'
import { writing } from './import-rig'

const [dir = '', home = '', file = '', again = 'skip', killAt = ''] = process.argv.slice(2)
let acts = 0
let counting = false
function counted(owner: object, names: readonly string[], counts: (given: readonly unknown[]) => boolean): void {
  for (const name of names) {
    const real = Reflect.get(owner, name) as (...given: unknown[]) => unknown
    Reflect.set(owner, name, function act(this: unknown, ...given: unknown[]) {
      if (counting && counts(given) && (acts += 1) === Number(killAt)) process.kill(process.pid, 'SIGKILL')
      return real.apply(this, given)
    })
  }
}
const below = `/proc/${process.pid}/fd/`
counted(fs, ['open', 'openSync', 'mkdirSync', 'renameSync', 'unlinkSync', 'linkSync', 'unlink'], (given) => given.some((one) => typeof one === 'string' && one.startsWith(below)))
syncBuiltinESMExports()
const { prototype } = Object.getPrototypeOf(new Database(':memory:').prepare('SELECT 1')).constructor as { prototype: object }
counted(prototype, ['run'], () => true)

const ended = Promise.withResolvers<void>()
const project = await openProject(dir, createEnv(home), { emit: (event) => { if (event.type === 'import.progress' && event.state !== 'running') ended.resolve() }, readOnlyOk: false, watch: false })
const imports = createImports(writing(project))
const { importId } = await imports.preview(file, {})
counting = true
await imports.run(importId, again === 'both' ? 'both' : 'skip')
await ended.promise
process.stdout.write(`${acts}\n`)
await imports.close()
await project.close()
