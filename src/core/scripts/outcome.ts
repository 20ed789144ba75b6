import { changedLine } from '../shell/changed-line'
import { cleanText } from '../shell/clean-text'
import { failureOf } from '../shell/show-output'
import type { Ended } from '../shell/run-process'
import type { RunChanges } from '../project/types'
import type { Ran } from '../tools/types'
import { takeEnvelope, type Envelope } from './envelope'
import type { ScriptSpec } from './types'

export interface Stream { readonly bytes: Buffer; readonly dropped: number }
export interface Ending { readonly ended: Ended; readonly stdout: Stream; readonly stderr: Stream; readonly changes: RunChanges }
export interface Said { readonly text: string }

const stderrLines = 20
const stdoutLines = 10
const lineChars = 400
const codes: Readonly<Record<number, string>> = { 2: 'SCRIPT_ARGS', 3: 'SCRIPT_PRECONDITION', 75: 'SCRIPT_RETRY' }
const next: Readonly<Record<string, string>> = {
  SCRIPT_ARGS: 'Correct the arguments and call again.', SCRIPT_PRECONDITION: 'Make that so first, then call again.', SCRIPT_RETRY: 'Call again in a while.',
  SCRIPT_FAILED: 'Read what it said; tell the author if the tool itself is broken.', SCRIPT_KILLED: 'Tell the author; call again only with other arguments.',
  SCRIPT_PROTOCOL: 'Do not rely on this result; tell the author that the tool must be repaired.', TIMEOUT: 'Ask for less at once.', CANCELLED: 'Ask before you call again.',
}

/** What a model is told of a script that has ended (08 §7 "Outcome", envelope). */
export function outcomeOf(spec: ScriptSpec, ending: Ending): Ran<Said> {
  const { ended, stdout, stderr, changes } = ending
  const text = cleanText(stdout.bytes)
  const errors = cleanText(stderr.bytes)
  const told = notes(ending, text, errors)
  const { envelope, rest } = takeEnvelope(text)
  const stopped = stoppedOf(spec, ended)
  const code = ended.code ?? 0
  const wrong = stopped === null ? contradiction(code, envelope, text) : null
  const details = envelope?.data ?? { exitCode: ended.code, signal: ended.signal }
  const more = { changes: changes.changes, details }
  if (stopped === null && wrong === null && code === 0) return { value: { text: success(spec, told, envelope, rest) }, ...more, droppedBytes: stdout.dropped }
  const failed = stopped ?? (wrong === null ? { code: envelope?.code ?? codes[code] ?? 'SCRIPT_FAILED', text: reason(spec, code, envelope) } : { code: 'SCRIPT_PROTOCOL', text: `${spec.name}: ${wrong}.` })
  const tails = [...lastLines(errors, stderrLines), ...quoted(lastLines(wrong === null ? rest : text, stdoutLines))]
  const lost = stdout.dropped + stderr.dropped === 0 ? [] : [`(${stdout.dropped} bytes of stdout and ${stderr.dropped} of stderr were dropped.)`]
  return { value: { text: [failed.text, ...tails, ...lost, ...told, next[failed.code] ?? next['SCRIPT_FAILED'] ?? ''].join('\n') }, ...more, failure: { code: failed.code } }
}

function success(spec: ScriptSpec, told: readonly string[], envelope: Envelope | null, rest: string): string {
  const said = [rest.replace(/\n+$/, ''), envelope?.message ?? ''].filter((part) => part !== '').join('\n')
  return [said === '' ? `[OK] ${spec.name} finished without output` : said, ...told].join('\n')
}

function notes({ stdout, stderr, changes }: Ending, text: string, errors: string): string[] {
  const line = changedLine(changes)
  const broken = ([[stdout, text], [stderr, errors]] as const).some(([{ bytes, dropped }, shown]) => shown.includes('\uFFFD') && !isWhole(bytes, dropped))
  return [...(broken ? ['(Bytes that are no UTF-8 are shown as U+FFFD.)'] : []), ...(line === null ? [] : [line])]
}

/** UTF-8 throughout; the last bytes of a cut text may be half a character. */
const isWhole = (bytes: Buffer, dropped: number): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: dropped > 0 })
    return true
  } catch {
    return false
  }
}

function stoppedOf(spec: ScriptSpec, ended: Ended): { code: string; text: string } | null {
  const failure = failureOf(ended, spec.timeoutSeconds * 1_000)
  switch (failure?.code) {
    case 'TIMEOUT': return { code: 'TIMEOUT', text: `${spec.name} was stopped after ${spec.timeoutSeconds} s.` }
    case 'CANCELLED': return { code: 'CANCELLED', text: `${spec.name} was interrupted.` }
    case 'EXIT_SIGNAL': return { code: 'SCRIPT_KILLED', text: `${spec.name} was ${failure.text}.` }
    case 'SHELL_MISSING': return { code: 'SCRIPT_LAUNCH', text: `${spec.name}: ${failure.text}.` }
    case 'EXIT_CODE': case undefined: default: return null
  }
}

/** Exit code, envelope and printed marker must tell one story. */
function contradiction(code: number, envelope: Envelope | null, text: string): string | null {
  const exit = `exit code ${code}`
  if (envelope !== null && (envelope.status === 'ok') !== (code === 0)) return `${exit}, and its last line says "status":"${envelope.status}"`
  const marker = /^\[(OK|FAIL)\]/.exec(text.trimStart())?.[0]
  return marker !== undefined && (marker === '[OK]') !== (code === 0) ? `${exit}, and it printed ${marker}` : null
}

function reason(spec: ScriptSpec, code: number, envelope: Envelope | null): string {
  return envelope?.message === undefined || envelope.message === '' ? `${spec.name} ended with exit code ${code}.` : `${spec.name}: ${envelope.message}`
}

const shortened = (line: string): string => {
  const points = Array.from(line.slice(0, lineChars * 2))
  return points.length > lineChars ? `${points.slice(0, lineChars).join('')}…` : line
}

/** The last lines that say something. */
const lastLines = (text: string, most: number): string[] => text.split('\n').map((line) => line.trimEnd()).filter((line) => /[\p{L}\p{N}]/u.test(line)).slice(-most).map(shortened)
const quoted = (lines: readonly string[]): string[] => (lines.length === 0 ? [] : ['stdout:', ...lines])
