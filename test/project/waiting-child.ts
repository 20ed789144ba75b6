// Changes a.md to "v1", deletes b.md and adds its own file, but waits between the note of it and the renames until a line comes in; then says how it ended.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { createEnv } from '../../src/core/project/env'
import { openProject } from '../../src/core/project/open-project'
import { isFault } from '@shared/fault'

const [dir = '', home = ''] = process.argv.slice(2)
const held: (() => void)[] = []
let holding = true
const real = fs.fsync
Object.assign(fs, { fsync: (fd: number, done: fs.NoParamCallback) => {
  if (holding && !fs.readlinkSync(`/proc/self/fd/${fd}`).includes('/.nbook/')) held.push(() => real(fd, done))
  else real(fd, done)
} })
syncBuiltinESMExports()

const project = await openProject(dir, createEnv(home), { emit: () => undefined, readOnlyOk: false, watch: false })
const place = (path: string) => project.files.authorize(path, { use: 'create' })
const [a, b, own] = [await place('a.md'), await place('b.md'), await place('child.md')]
const working = project.files.apply([
  { path: a, text: 'v1', base: await project.files.hash(a) }, { path: b, text: null, base: await project.files.hash(b) }, { path: own, text: 'child', base: null },
], { actor: 'agent', sessionId: 1, callId: 'call_child' }).then(() => 'ok', (error: unknown) => (isFault(error) ? error.fault.code : String(error)))
const noted = project.sessionsDb.prepare("SELECT count(*) FROM Journal WHERE state = 'intent'").pluck()
while (noted.get() === 0 || held.length === 0) await new Promise((done) => { setImmediate(done) })
process.stdin.once('data', () => {
  holding = false
  for (const go of held) go()
})
process.stdout.write('held\n')
process.stdout.write(`${await working}\n`)
await project.close()
process.exit(0)
