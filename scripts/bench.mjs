// `npm run bench [-- ROW]`: our figures against named peers, in one run (docs: bench/).
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { prepare } from './setup/index.mjs'
import { findNode26 } from './setup/node26.mjs'
import { toolEntry } from './setup/tool-entry.mjs'
import { withDisplay } from './setup/virtual-display.mjs'

if (Number(process.versions.node.split('.')[0]) < 26) {
  const done = spawnSync(findNode26(), [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exit(done.status ?? 1)
}
// Measured as the processes of the product run.
const { widenDiskThreads } = await import('../src/core/disk-threads.ts')
widenDiskThreads()
// The rows measured in the real window need the runtime, a build, and a display.
const inWindow = ['12', 'board', 'world']
const only = process.argv[2]
const windowed = only === undefined || inWindow.includes(only)
const env = windowed ? (await prepare({ needDisplay: true, needElectron: true, needBuild: true })).env : process.env
// Built by another process: what a bundler leaves in memory is none of what is measured.
const built = spawnSync(process.execPath, [toolEntry('electron-vite'), 'build', '--config', 'bench/electron.vite.config.ts', '--logLevel', 'error'], { stdio: 'inherit' })
if (built.status !== 0) process.exit(1)
const module = await import('../node_modules/.cache/wenqu-bench/index.js')
const missed = await (windowed ? withDisplay(env, (shown) => { Object.assign(process.env, shown); return module.main(only) }) : module.main(only))
process.exit(missed > 0 ? 1 : 0)
