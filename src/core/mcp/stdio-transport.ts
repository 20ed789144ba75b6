import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { Readable, type Writable } from 'node:stream'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { killMarked, signalGroup, watchOver } from '../shell/process-tree'
import { createLines } from './frames'

const termAfterMs = 300
const killAfterMs = 1_500
const drainMs = 100

export interface StdioSpec {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Record<string, string>
  /** The value of the marker in `env`: by it the whole tree is found where no namespace holds it together. */
  readonly mark: string
  /** The kernel ends the whole tree with its first process. */
  readonly contained: boolean
  stderr(chunk: Buffer): void
  /** Nothing more comes on its stderr. */
  quiet(): void
  /** A line that is no JSON: noise, counted like a message. */
  noise(): void
  /** A line grew beyond the frame. */
  tooLong(): void
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>

/** A server as a child process of its own group: one JSON message a line on stdin and stdout, no shell (07 §8). */
export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  /** How it ended, once it has. */
  ended: string | null = null
  readonly #spec: StdioSpec
  #child: Child | null = null
  #gone: Promise<void> = Promise.resolve()
  #dismiss: () => void = () => undefined

  constructor(spec: StdioSpec) {
    this.#spec = spec
  }

  start(): Promise<void> {
    const [program = '', ...args] = this.#spec.argv
    return new Promise((started, failed) => {
      const child = spawn(program, args, { cwd: this.#spec.cwd, env: this.#spec.env, stdio: ['pipe', 'pipe', 'pipe', 'pipe'], detached: process.platform !== 'win32', windowsHide: true }) as Child
      this.#child = child
      this.#gone = new Promise((gone) => {
        child.once('error', (error) => { this.#end(error.message); failed(error); gone() })
        child.once('exit', (code, signal) => {
          const end = (): void => { clearTimeout(late); this.#end(signal === null ? `exited with code ${code ?? 0}` : `was ended by ${signal}`); gone() }
          // What it said last is still in the pipes; whoever else holds them is not waited for.
          const late = setTimeout(end, drainMs)
          child.once('close', end)
        })
      })
      child.once('spawn', () => {
        if (child.pid !== undefined && !this.#spec.contained) this.#dismiss = watchOver(child.pid, this.#spec.mark)
        started()
      })
      child.stdin.on('error', () => undefined)
      // Here `isolated` says that it stands; when it does not, the server's end and last words tell why.
      const word = child.stdio[3]
      if (word instanceof Readable) word.on('error', () => undefined).resume()
      child.stderr.on('data', (chunk: Buffer) => this.#spec.stderr(chunk))
      child.stderr.once('close', () => this.#spec.quiet())
      child.stdout.on('data', createLines((line) => this.#line(line), () => this.#spec.tooLong()))
    })
  }

  #line(bytes: Buffer): void {
    const text = bytes.toString('utf8').trim()
    if (text === '') return
    let message: unknown
    try {
      message = JSON.parse(text)
    } catch {
      return this.#spec.noise()
    }
    if (typeof message !== 'object' || message === null || Array.isArray(message)) return this.#spec.noise()
    this.onmessage?.(message as JSONRPCMessage)
  }

  #end(how: string): void {
    if (this.ended !== null) return
    this.ended = how
    this.#dismiss()
    this.#endTree()
    this.onclose?.()
  }

  #endTree(): void {
    const pid = this.#child?.pid
    if (pid === undefined || process.platform === 'win32') return
    signalGroup(pid, 'SIGKILL')
    if (!this.#spec.contained) killMarked(this.#spec.mark)
  }

  send(message: JSONRPCMessage): Promise<void> {
    const child = this.#child
    if (child === null || this.ended !== null) return Promise.reject(new Error('the server has ended'))
    return new Promise((sent, failed) => {
      child.stdin.write(`${JSON.stringify(message)}\n`, (error) => (error ? failed(error) : sent()))
    })
  }

  /** Closes its stdin, then asks, then ends it; comes back when it is gone. */
  async close(): Promise<void> {
    const child = this.#child
    const pid = child?.pid
    if (child === null || pid === undefined || this.ended !== null) return
    child.stdin.end()
    child.stdout.resume()
    const asked = setTimeout(() => { if (process.platform === 'win32') child.kill(); else signalGroup(pid, 'SIGTERM') }, termAfterMs)
    const ended = setTimeout(() => { this.#endTree(); child.kill('SIGKILL') }, killAfterMs)
    await this.#gone
    clearTimeout(asked)
    clearTimeout(ended)
  }
}
