// A whole core in a process of its own: the author says one word, and at the n-th statement that writes to a database the process kills itself (04 §10).
// "0" kills nowhere and says how many there were.
import Database from 'better-sqlite3'
import { createCore } from '../../src/core/app/create-core'
import { allQuiet } from './core-quiet'

const [dir = '', home = '', killAt = '0'] = process.argv.slice(2)
const core = await createCore({ home, demoSpeed: 0, keys: { x: 'sk-test' }, watch: false })
const { agents, jobs } = await core.open(dir, { trust: true })

const { prototype } = Object.getPrototypeOf(new Database(':memory:').prepare('SELECT 1')).constructor as { prototype: { run: (...args: unknown[]) => unknown } }
const real = prototype.run
let done = 0
prototype.run = function run(this: unknown, ...args: unknown[]) {
  if ((done += 1) === Number(killAt)) process.kill(process.pid, 'SIGKILL')
  return real.apply(this, args)
}

await agents.send(1, 'begin', 'prompt')
await allQuiet(agents, jobs)
process.stdout.write(`${done}\n`)
await core.close()
process.exit(0)
