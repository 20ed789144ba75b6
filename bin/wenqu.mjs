#!/usr/bin/env node
// The `wenqu` command: hands over to the Node 26 that npm ships, which runs the built CLI.
import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findNode26 } from '../scripts/setup/node26.mjs'
import { problemLines, SetupProblem } from '../scripts/setup/say.mjs'

const root = dirname(dirname(realpathSync(fileURLToPath(import.meta.url))))
const cli = join(root, 'out', 'main', 'cli.js')

function handOver(node26) {
  const child = spawn(node26, [cli, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // At a terminal, Ctrl-C has reached the child already; either way we outlive it to pass its exit code on.
    process.on(signal, () => (signal !== 'SIGINT' || !process.stdin.isTTY) && child.kill(signal))
  }
  child.on('close', (code, signal) => {
    process.removeAllListeners(signal ?? 'SIGTERM')
    if (signal) process.kill(process.pid, signal)
    else process.exitCode = code
  })
}

try {
  if (!existsSync(cli)) throw new SetupProblem('Wenqu is not built yet.', `npm --prefix ${root} run build`)
  // Isolates live in a process of their own, so this one starts from Node's snapshot: a fifth faster (10).
  if (Number(process.versions.node.split('.')[0]) === 26) await import(pathToFileURL(cli).href)
  else handOver(findNode26())
} catch (error) {
  for (const line of problemLines(error)) process.stderr.write(`${line}\n`)
  process.exitCode = 1
}
