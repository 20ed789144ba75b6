import { stripTypeScriptTypes } from 'node:module'
import ivm from 'isolated-vm'
import { encode } from './inside/encode.ts'
import { errors } from './inside/errors.ts'
import { saved } from './inside/saved.ts'
import { types } from './inside/types.ts'
import { workflow } from './inside/workflow.ts'
import { syntaxLine } from './isolate.ts'

type Dialect = 'definition' | 'body' | 'script'
interface Program { dialect: Dialect; code: string; isolateMb: number; cpuMs: number }
/** `describe` answers what a text says of itself and is over; after `open` a run goes on turn by turn in this process. */
export type FlowMessage =
  | ({ kind: 'flow.describe' | 'flow.open'; id: number } & Program)
  | { kind: 'flow.start'; id: number; args: string; caller: string; activities: number; notes: number; resultChars: number }
  | { kind: 'flow.deliver'; id: number; call: number; ok: boolean; json: string }
export type FlowAnswer = { text: string } | { code: string; message: string }

const inside = `'use strict'\n${saved}${errors}${encode}${types}${workflow}`
const watchMs = 20

/** The isolate of the one workflow this process runs. */
class Flow {
  private readonly isolate: ivm.Isolate
  private readonly parts: ivm.Reference<Record<string, unknown>>
  private readonly cpuMs: number

  private constructor(isolate: ivm.Isolate, parts: ivm.Reference<Record<string, unknown>>, cpuMs: number) {
    this.isolate = isolate
    this.parts = parts
    this.cpuMs = cpuMs
  }

  static async make({ isolateMb, cpuMs }: Program): Promise<Flow> {
    const isolate = new ivm.Isolate({ memoryLimit: isolateMb, onCatastrophicError: () => process.kill(process.pid, 'SIGKILL') })
    const context = await isolate.createContext()
    const parts: ivm.Reference<Record<string, unknown>> = await context.evalClosure(inside, [], { result: { reference: true } })
    return new Flow(isolate, parts, cpuMs)
  }

  async open(dialect: Dialect, code: string): Promise<FlowAnswer> {
    const text = await this.within(() => this.call('open', [dialect, code], true))
    const line = typeof text === 'string' && text.startsWith('["failed","WORKFLOW_SYNTAX"') ? await syntaxLine({ isolate: this.isolate }, code) : null
    if (line === null || typeof text !== 'string') return spoken(text)
    const told: unknown = JSON.parse(text)
    return { text: JSON.stringify(Array.isArray(told) ? told.with(3, line) : told) }
  }

  /** What the script does by itself before it waits, then what it asked for meanwhile. */
  turn(name: 'start' | 'deliver', given: readonly unknown[]): Promise<FlowAnswer> {
    return this.within(async () => {
      await this.call(name, given, false)
      return this.call('collect', [], false)
    }).then(spoken)
  }

  close(): void { if (!this.isolate.isDisposed) this.isolate.dispose() }

  private async call(name: string, given: readonly unknown[], promise: boolean): Promise<unknown> {
    const run = await this.parts.get(name, { reference: true })
    return run.apply(undefined, [...given], { result: { copy: true, promise } })
  }

  /** Counts the work of the isolate itself, so that a busy machine ends nothing early. */
  private async within(work: () => Promise<unknown>): Promise<unknown> {
    const before = this.isolate.cpuTime
    const watch = setInterval(() => {
      if (!this.isolate.isDisposed && Number(this.isolate.cpuTime - before) / 1e6 > this.cpuMs) this.isolate.dispose()
    }, watchMs)
    try {
      return await work()
    } catch (error) {
      const message = error instanceof Error ? error.message : ''
      if (/memory limit/i.test(message)) return { code: 'MEMORY_LIMIT', message: 'The workflow used too much memory.' }
      if (/disposed/i.test(message)) return { code: 'TIMEOUT', message: `The workflow computed for more than ${this.cpuMs / 1_000} s without asking for anything.` }
      return { code: 'SCRIPT_ERROR', message: message.slice(0, 2_000) }
    } finally {
      clearInterval(watch)
    }
  }
}

const spoken = (given: unknown): FlowAnswer => (typeof given === 'string' ? { text: given } : isProblem(given) ? given : { code: 'SCRIPT_ERROR', message: 'The workflow gave back nothing that can be read.' })
const isProblem = (given: unknown): given is { code: string; message: string } => typeof given === 'object' && given !== null && 'code' in given && 'message' in given

let running: Flow | null = null

/** Answers one message about the workflow of this process. */
export async function answerFlow(message: FlowMessage): Promise<FlowAnswer> {
  switch (message.kind) {
    case 'flow.describe': {
      const opened = await opening(message)
      if ('flow' in opened) opened.flow.close()
      return opened.answer
    }
    case 'flow.open': {
      const opened = await opening(message)
      if ('flow' in opened) running = opened.flow
      return opened.answer
    }
    case 'flow.start': return running?.turn('start', [message.args, message.caller, message.activities, message.notes, message.resultChars]) ?? notOpen
    case 'flow.deliver': return running?.turn('deliver', [message.call, message.ok, message.json]) ?? notOpen
  }
}

const notOpen: FlowAnswer = { code: 'SCRIPT_ERROR', message: 'No workflow is open.' }

async function opening(program: Program & { dialect: Dialect }): Promise<{ flow: Flow; answer: FlowAnswer } | { answer: FlowAnswer }> {
  const stripped = withoutTypes(program)
  if ('code' in stripped) return { answer: stripped }
  const flow = await Flow.make(program)
  return { flow, answer: await flow.open(program.dialect, stripped.text) }
}

const head = 'async()=>{'
const foot = '\n}'

/** Types become blanks, so that every line stays where it was. It is a function's body: only there `return` and `await` are right. */
function withoutTypes({ code }: Program): { text: string } | { code: string; message: string } {
  try {
    const text = stripTypeScriptTypes(head + code + foot)
    return { text: text.slice(head.length, text.length - foot.length) }
  } catch (error) {
    return { code: 'WORKFLOW_SYNTAX', message: error instanceof Error ? error.message.slice(0, 500) : 'The script is no JavaScript.' }
  }
}
