// A writer in a process of its own: at the n-th statement that changes the database it kills itself, in the middle of the product's own commit.
import Database from 'better-sqlite3'
import { emptyWorld, specSchema, writeOf } from '../../src/core/world/world-fixture'

const [path = '', at = '0', killAt = '0'] = process.argv.slice(2)
const f = emptyWorld(specSchema(), path)

const { prototype } = Object.getPrototypeOf(new Database(':memory:').prepare('SELECT 1')).constructor as { prototype: { run: (...args: unknown[]) => unknown } }
const real = prototype.run
let done = 0
prototype.run = function run(this: unknown, ...args: unknown[]) {
  if ((done += 1) === Number(killAt)) process.kill(process.pid, 'SIGKILL')
  return real.apply(this, args)
}

f.save(writeOf(Number(at), [{ subjectId: `s${at}`, path: '/mood', op: 'replace', value: 'x', type: 'character' }, { subjectId: `s${at}`, path: '/log', op: 'append', value: 'y' }]))
process.stdout.write('saved\n')
