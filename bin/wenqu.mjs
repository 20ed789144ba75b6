#!/usr/bin/env node
// The `wenqu` command: hands over to the Node 26 that npm ships, which runs the built CLI.
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { handOver } from '../scripts/setup/hand-over.mjs'
import { findNode26 } from '../scripts/setup/node26.mjs'
import { problemLines, SetupProblem } from '../scripts/setup/say.mjs'

const root = dirname(dirname(realpathSync(fileURLToPath(import.meta.url))))
const cli = join(root, 'out', 'main', 'cli.js')

try {
  if (!existsSync(cli)) throw new SetupProblem('Wenqu is not built yet.', `npm --prefix ${root} run build`)
  // Isolates live in a process of their own, so this one starts from Node's snapshot: a fifth faster (10).
  if (Number(process.versions.node.split('.')[0]) === 26) await import(pathToFileURL(cli).href)
  else handOver(findNode26(), [cli, ...process.argv.slice(2)])
} catch (error) {
  for (const line of problemLines(error)) process.stderr.write(`${line}\n`)
  process.exitCode = 1
}
