// `npm run bench [-- ROW]`: our figures against named peers, in one run (docs: bench/).
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { prepare } from './setup/index.mjs'
import { findNode26 } from './setup/node26.mjs'
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
const { createServer } = await import('vite')
// Open until the benches are over: what they load on their way comes through it, too.
const loader = await createServer({ configFile: false, appType: 'custom', logLevel: 'error', optimizeDeps: { noDiscovery: true, include: [] }, server: { middlewareMode: true, ws: false, hmr: false, watch: null }, resolve: { alias: { '@shared': fileURLToPath(new URL('../src/shared', import.meta.url)) } } })
const module = await loader.ssrLoadModule('/bench/run.ts')
const missed = await (windowed ? withDisplay(env, (shown) => { Object.assign(process.env, shown); return module.main(only) }) : module.main(only))
await loader.close()
process.exit(missed > 0 ? 1 : 0)
