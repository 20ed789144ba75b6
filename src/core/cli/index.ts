import { basename } from 'node:path'
import { main } from './main'

export { main } from './main'

/** Started as the process, by `bin/wenqu.mjs` or directly; a test that imports this file runs nothing. */
const started = basename(process.argv[1] ?? '')
if (['cli.js', 'wenqu', 'wenqu.mjs', 'index.ts'].includes(started)) {
  const code = await main(process.argv.slice(2))
  // Everything is written and closed: no timer of a library keeps the process.
  process.stdout.write('', () => process.stderr.write('', () => process.exit(code)))
}
