// A whole core in a process of its own runs a workflow, and kills itself at the n-th statement that writes to a database (04 §10, §12).
// "0" kills nowhere and says how many there were.
import Database from 'better-sqlite3'
import { createCore } from '../../src/core/app/create-core'
import { SCRIPT } from './workflow-script'

const [dir = '', home = '', killAt = '0'] = process.argv.slice(2)
const core = await createCore({ home, demoSpeed: 0, watch: false })
const { workflows } = await core.open(dir)
const plan = await workflows.prepare({ script: SCRIPT, surface: 'nbook' })

const { prototype } = Object.getPrototypeOf(new Database(':memory:').prepare('SELECT 1')).constructor as { prototype: { run: (...args: unknown[]) => unknown } }
const real = prototype.run
let done = 0
prototype.run = function run(this: unknown, ...args: unknown[]) {
  if ((done += 1) === Number(killAt)) process.kill(process.pid, 'SIGKILL')
  return real.apply(this, args)
}

workflows.start(plan, { ownerId: 1, wait: false, tell: false })
await workflows.still()
process.stdout.write(`${done}\n`)
await core.close()
process.exit(0)
