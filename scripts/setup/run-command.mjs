// Runs one child process to its end.
import { spawn } from 'node:child_process'
import { root } from './paths.mjs'

/**
 * `quiet` keeps the output instead of showing it; otherwise it goes straight to the terminal. `timeout` in ms.
 * Resolves to { code, output, interrupted }; never rejects: a command that cannot start has code 127, a killed one 1.
 * `interrupted`: we were asked to stop meanwhile; the child was told and has ended, and the caller should stop too.
 */
export function runCommand(command, args, { env = process.env, quiet = false, timeout, cwd = root, shell = false } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd, env, timeout, shell, stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit' })
    let output = ''
    let interrupted = false
    const keep = (chunk) => (output += chunk)
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    const forward = (signal) => {
      interrupted = true
      // At a terminal, Ctrl-C has reached the child already.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, forward)
    const finish = (code) => {
      for (const signal of signals) process.off(signal, forward)
      done({ code, output, interrupted })
    }
    child.on('error', (error) => {
      output += error.message
      if (!quiet) process.stderr.write(`${error.message}\n`)
      finish(127)
    })
    child.on('close', (code) => finish(code ?? 1))
  })
}
