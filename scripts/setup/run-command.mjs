// Runs one child process to its end.
import { spawn } from 'node:child_process'
import { root } from './paths.mjs'

/**
 * `quiet` keeps the output instead of showing it; otherwise it goes straight to the terminal.
 * Resolves to { code, output }; never rejects: a command that cannot start has code 127, one that was killed 1.
 */
export function runCommand(command, args, { env = process.env, quiet = false, timeout, cwd = root, shell = false } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd, env, timeout, shell, stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit' })
    let output = ''
    const keep = (chunk) => (output += chunk)
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    child.on('error', (error) => done({ code: 127, output: error.message }))
    child.on('close', (code) => done({ code: code ?? 1, output }))
  })
}

/** The same, passing Ctrl-C and termination on to the child, for commands that stay open. */
export function runForeground(command, args, { env = process.env, cwd = root } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd, env, stdio: 'inherit' })
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    const forward = (signal) => child.kill(signal)
    for (const signal of signals) process.on(signal, forward)
    const finish = (code) => {
      for (const signal of signals) process.off(signal, forward)
      done(code)
    }
    child.on('error', (error) => {
      process.stderr.write(`${error.message}\n`)
      finish(127)
    })
    child.on('close', (code, signal) => finish(code ?? (signal ? 1 : 0)))
  })
}
