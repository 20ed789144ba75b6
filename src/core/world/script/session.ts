import { fail, isFault, type Fault } from '@shared/fault'
import type { WorldCall, WorldReply } from '../../sandbox/types'
import { WorldMoved } from '../types'
import { isFunctionName, readArguments, writingFunctions } from './arguments'
import { callFunction, type ScriptWorld } from './functions'

const mostCalls = 10_000
const mostWrites = 50
const mostArgument = 256 * 1_024
const mostNotes = 20

/** The calls of one script, answered by core; what it may not hide stays here, whatever it catches (03 §5). */
export interface ScriptSession {
  call(call: WorldCall): WorldReply | Promise<WorldReply>
  /** After this every call is RUN_CLOSED. */
  close(): void
  /** The committed world changed under the script. */
  moved(): boolean
  /** A limit that was passed; a write that failed. */
  limit(): Fault | null
  failedWrite(): Fault | null
  notes(): string[]
  fault(ref: number): Fault | null
}

export function createScriptSession(world: Omit<ScriptWorld, 'note'>, mayWrite: boolean): ScriptSession {
  const state = { closed: false, moved: false, calls: 0, writes: 0, limit: null as Fault | null, failedWrite: null as Fault | null }
  const faults: Fault[] = []
  const notes = new Set<string>()
  const scriptWorld: ScriptWorld = { ...world, note: (text) => { if (notes.size < mostNotes) notes.add(text) } }

  const refused = (error: unknown, writing: boolean): WorldReply => {
    if (error instanceof WorldMoved) state.moved = true
    const fault = error instanceof WorldMoved ? { code: 'WORLD_CONFLICT', message: 'The world was changed meanwhile.' } : faultIn(error)
    if (fault.code === 'CALL_LIMIT') state.limit ??= fault
    else if (writing) state.failedWrite ??= fault
    return { ok: false, ref: faults.push(fault) - 1, code: fault.code, message: textOf(fault) }
  }
  const admit = ({ name, args }: WorldCall): void => {
    state.calls += 1
    if (state.calls > mostCalls) fail('CALL_LIMIT', `The script called world functions more than ${mostCalls} times.`, { fix: 'Read several subjects with one subject.gets.' })
    if (Buffer.byteLength(args) > mostArgument) fail('CALL_LIMIT', 'An argument has more than 256 KB.')
    if (!isFunctionName(name)) fail('ARGS_INVALID', `There is no world.${name.slice(0, 80)}.`)
    if (!writingFunctions.has(name)) return
    if (!mayWrite) fail('RUN_CLOSED', 'This script may only read.')
    state.writes += 1
    if (state.writes > mostWrites) fail('CALL_LIMIT', `The script wrote more than ${mostWrites} times.`, { fix: 'Put the patches of an instant in one slice.write.' })
  }
  return {
    call: (call) => {
      if (state.closed) return { ok: false, ref: -1, code: 'RUN_CLOSED', message: 'The script has ended; nothing of it is saved any more.' }
      const writing = mayWrite && isFunctionName(call.name) && writingFunctions.has(call.name)
      try {
        admit(call)
        if (!isFunctionName(call.name)) throw new Error('admitted an unknown function')
        const value = callFunction(call.name, scriptWorld, readArguments(call.name, call.args, call.bigs) as never)
        return value instanceof Promise ? value.then(answered, (error: unknown) => refused(error, writing)) : answered(value)
      } catch (error) {
        return refused(error, writing)
      }
    },
    close: () => { state.closed = true },
    moved: () => state.moved, limit: () => state.limit, failedWrite: () => state.failedWrite,
    notes: () => [...notes], fault: (ref) => faults[ref] ?? null,
  }
}

const answered = (value: unknown): WorldReply => ({ ok: true, json: JSON.stringify(value) ?? 'null' })

/** Anything but a fault is a defect of ours and ends the script as one. */
function faultIn(error: unknown): Fault {
  if (isFault(error)) return error.fault
  throw error
}

/** The message a script's Error carries: all a model may need, in one text. */
const textOf = ({ message, expected, fix }: Fault): string => [message, ...(expected === undefined ? [] : [`Expected ${expected}.`]), ...(fix === undefined ? [] : [fix])].join(' ')
