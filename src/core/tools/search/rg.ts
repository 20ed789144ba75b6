import { spawn, type StdioNull } from 'node:child_process'
import { createRequire } from 'node:module'
import { fail } from '@shared/fault'

const packages = createRequire(import.meta.url)
let found: string | null = null

/** Our own ripgrep, from its package for this platform (01 "Facts"); never one from a project or PATH. RG_MISSING. */
export function rgPath(): string {
  const name = `@vscode/ripgrep-${process.platform}-${process.arch}/bin/${process.platform === 'win32' ? 'rg.exe' : 'rg'}`
  try {
    found ??= packages.resolve(name)
  } catch {
    return fail('RG_MISSING', `ripgrep for this machine (${name}) is not installed.`, { fix: 'Install Wenqu again.' })
  }
  return found
}

export interface RgRun { args: readonly string[]; cwd: string; /** A handle to read instead of files. */ stdin?: number; signal: AbortSignal; /** False ends the run: enough was read. */ onChunk(chunk: Buffer): boolean }
export interface RgEnd { code: number | null; stderr: string; stopped: boolean }

const MOST_STDERR = 8_192

/** Runs ripgrep with an empty environment, gives its output in pieces, and resolves when it has ended. */
export function runRg({ args, cwd, stdin, signal, onChunk }: RgRun): Promise<RgEnd> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const first: StdioNull | number = stdin ?? 'ignore'
    const child = spawn(rgPath(), args, { cwd, env: {}, stdio: [first, 'pipe', 'pipe'], windowsHide: true })
    let stderr = ''
    let stopped = false
    const stop = (): void => { child.kill('SIGKILL') }
    signal.addEventListener('abort', stop, { once: true })
    const take = (chunk: Buffer): boolean => {
      try {
        return onChunk(chunk)
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)))
        return false
      }
    }
    child.stdout?.on('data', (chunk: Buffer) => {
      if (!stopped && !take(chunk)) { stopped = true; stop() }
    })
    child.stderr?.on('data', (chunk: Buffer) => { if (stderr.length < MOST_STDERR) stderr += chunk.toString('utf8') })
    child.on('error', (error) => { signal.removeEventListener('abort', stop); reject(error) })
    child.on('close', (code) => {
      signal.removeEventListener('abort', stop)
      if (signal.aborted) reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
      else resolve({ code, stderr: stderr.trim(), stopped })
    })
  })
}

/** What is never listed or searched, whatever the case of its name; after every other glob, so that none brings it back (06 §3). */
export const neverListed: readonly string[] = ['--iglob=!.git', '--iglob=!.nbook']
/** The same of a path below the folder that is searched. */
export const isNeverListed = (path: string): boolean => /(?:^|\/)\.(?:git|nbook)(?:\/|$)/i.test(path)
/** When the search begins in a control folder itself. */
export const neverInControl: readonly string[] = ['--iglob=!*.sqlite*', '--iglob=!/blobs', '--iglob=!/trash', '--iglob=!/backups']
