// `npm run bench [-- ROW]`: our figures against named peers, in one run (docs: bench/).
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findNode26 } from './setup/node26.mjs'

if (Number(process.versions.node.split('.')[0]) < 26) {
  const done = spawnSync(findNode26(), [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exit(done.status ?? 1)
}
const { runnerImport } = await import('vite')
const { module } = await runnerImport('./bench/run.ts', { resolve: { alias: { '@shared': fileURLToPath(new URL('../src/shared', import.meta.url)) } } })
process.exit((await module.main(process.argv[2])) > 0 ? 1 : 0)
