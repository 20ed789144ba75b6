import { spawn, type ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'
import { onTestFinished } from 'vitest'

/** Starts a script of this folder in a process of its own; it is killed with the test. `lines` calls back for each line of its output. */
export function startChild(script: string, args: readonly string[], lines: (line: string) => void): ChildProcess {
  const child = spawn(process.execPath, ['--import', resolve('test/project/ts-hooks.mjs'), resolve('test/project', script), ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) lines(part)
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

export const exited = (child: ChildProcess): Promise<void> => new Promise((done) => (child.exitCode !== null || child.signalCode !== null ? done() : child.once('exit', () => done())))
