import { fail, FaultError, type Fault } from '@shared/fault'
import { faultOf, type Printed, type SandboxHost, type SandboxResult } from '../../sandbox/types'
import { WorldMoved, type WorldEffects, type WorldRun, type WorldService } from '../types'
import type { SearchText } from './functions'
import { createScriptSession, type ScriptSession } from './session'

/** What a script needs of one project. */
export interface ScriptParts { world: WorldService; sandbox: SandboxHost; search: SearchText }
/** `startedAt` and `seed` come from the call, so that running it again gives the same (03 §5). `tries`: how often the world may still have changed meanwhile. */
export interface ScriptRequest { code: string; write: boolean; startedAt: number; seed: number; signal: AbortSignal; tries?: number }
/** A script that came to its end: its run, not committed, and what it said. `tries` left for the commit. */
export interface ScriptEnd { run: WorldRun; effects: WorldEffects; data: string; printed: Printed; notes: string[]; tries: number }

const readDeadlineMs = 5_000
const writeDeadlineMs = 15_000
const mostBytes = 10_240
/** JSON text of the longest result that may still be short enough as a plain string. */
const mostChars = 64_000

/** Runs a script against a snapshot and its own writes; the world changing under it runs it once more (03 §5). Throws its fault. */
export async function runScript(parts: ScriptParts, request: ScriptRequest): Promise<ScriptEnd> {
  for (let tries = request.tries ?? 2; tries > 0; tries -= 1) {
    const end = await runOnce(parts, request)
    if (end !== 'moved') return { ...end, tries: tries - 1 }
  }
  return worldConflict()
}

export const worldConflict = (): never => fail('WORLD_CONFLICT', 'The world was changed twice while the script ran; nothing was saved.', { fix: 'Call again.' })

async function runOnce({ world, sandbox, search }: ScriptParts, { code, write, startedAt, seed, signal }: ScriptRequest): Promise<Omit<ScriptEnd, 'tries'> | 'moved'> {
  const run = world.begin()
  const deadlineMs = write ? writeDeadlineMs : readDeadlineMs
  const stop = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)])
  const session = createScriptSession({ run, files: world.files, search, signal: stop }, write)
  try {
    const result = await sandbox.run(code, { signal, deadlineMs, resultChars: mostChars, world: { write, now: startedAt, seed, call: session.call } })
    if (session.moved()) return 'moved'
    refuseHidden(session, result)
    if (!result.ok) return endWith(session, result)
    return { run, effects: run.effects(), data: textOf(result.value), printed: result.printed, notes: session.notes() }
  } catch (error) {
    if (error instanceof WorldMoved) return 'moved'
    throw error
  } finally {
    session.close()
  }
}

/** A limit or a failed write counts, whatever the script and its sandbox say. */
function refuseHidden(session: ScriptSession, result: SandboxResult): void {
  const limit = session.limit()
  if (limit !== null) throw new FaultError(limit)
  const failed = session.failedWrite()
  // A rejection nobody waited for ends the script as an error without a name.
  if (failed !== null && (result.ok || (result.code === 'SCRIPT_ERROR' && result.ref === null))) writeFailed(failed, result.ok ? null : result.line)
}

function endWith(session: ScriptSession, result: Extract<SandboxResult, { ok: false }>): never {
  const known = result.ref === null ? null : session.fault(result.ref)
  if (result.code === 'WORLD_WRITE_FAILED') return writeFailed(known ?? { code: '', message: result.message }, result.line)
  if (known !== null) throw new FaultError(known)
  throw new FaultError({ ...faultOf(result), ...(result.printed.text === '' ? {} : { data: { printed: result.printed.text } }), ...fixOf(result.code) })
}

function writeFailed({ code, message }: Fault, line: number | null): never {
  fail('WORLD_WRITE_FAILED', `${line === null ? '' : `line ${line}: `}a write failed and the script went on: ${code === '' ? '' : `${code}: `}${message}`, { fix: 'Nothing was saved. Correct the write and do not catch its error.' })
}

const fixes: Partial<Record<string, string>> = {
  RESULT_TOO_LARGE: 'At most 10,240 bytes: return fewer fields.', RESULT_NOT_JSON: 'Return a short string or plain fields.', TIMEOUT: 'Do less in one script.', MEMORY_LIMIT: 'Hold less at once.', SANDBOX_CRASHED: 'Do less in one script.',
}
const fixOf = (code: string): { fix?: string } => {
  const fix = fixes[code]
  return fix === undefined ? {} : { fix: `${fix} Nothing was saved.` }
}

/** `data` of the result: a string as it is, nothing is `done`, all else compact JSON (03 §5). */
function textOf(value: unknown): string {
  const text = value === undefined ? 'done' : typeof value === 'string' ? value : JSON.stringify(value)
  const bytes = Buffer.byteLength(text)
  if (bytes > mostBytes) fail('RESULT_TOO_LARGE', `The result has ${bytes} bytes.`, fixOf('RESULT_TOO_LARGE'))
  return text
}
