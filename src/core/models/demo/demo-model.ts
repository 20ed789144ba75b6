import { Cancelled } from '@shared/fault'
import type { Clock } from '../clock'
import { AttemptFailed } from '../failure'
import type { ModelEvent, ModelRequest } from '../types'
import { loadScenarios } from './load-scenarios'
import { matchScenario } from './match-scenario'
import { failureParts, nextTurn, type Turn } from './place'
import type { DemoStep, Scenario } from './scenario'
import { fill } from './variables'

type Piece = Exclude<ModelEvent, { type: 'retry' }>
type Open = Extract<ModelEvent, { type: 'end' }>['openCalls']

const PIECE = 20
const PIECE_MS = 15
const FAULTS_429 = 3

export interface DemoModel {
  attempt(request: ModelRequest, attempt: number, signal: AbortSignal): AsyncIterable<Piece>
  /** Waits as fast as the demo plays; also between its retries. */
  readonly clock: Clock
}

/** `demo/author`: offline, deterministic, played from the product's scenarios (04 §9). */
export function createDemoModel(options: { dir: string; speed: number; clock: Clock }): DemoModel {
  let loaded: Scenario[] | null = null
  const clock: Clock = {
    now: options.clock.now,
    sleep: async (ms, signal) => {
      if (signal.aborted) throw new Cancelled()
      if (options.speed > 0) await options.clock.sleep(ms / options.speed, signal)
    },
  }
  return {
    clock,
    attempt: async function* (request, attempt, signal) {
      loaded ??= loadScenarios(options.dir)
      const scenario = matchScenario(loaded, request.hint.profileKey, request.hint.userText, request.hint.granted)
      const turn = nextTurn(scenario, request)
      if (turn.step?.fault === '429' && attempt < FAULTS_429) throw new AttemptFailed('HTTP 429: too many requests (demo)', { retry: true, status: 429 })
      yield* play(scenario, turn, request, clock, signal)
    },
  }
}

async function* play(scenario: Scenario, turn: Turn, request: ModelRequest, clock: Clock, signal: AbortSignal): AsyncIterable<Piece> {
  const step = turn.step
  const text = speech(scenario, turn, request.hint.locale)
  yield* typed(text, step, clock, signal)
  const cut: Open = []
  let written = text.length
  for (const [n, call] of (step?.calls ?? []).entries()) {
    const callId = `demo-${request.hint.entryId}-${request.hint.assistantSteps}-${n + 1}`
    const raw = call.raw ?? JSON.stringify(call.args)
    const whole = step?.fault === 'cut' ? raw.slice(0, Math.ceil(raw.length / 2)) : raw
    yield { type: 'call.open', callId, tool: call.tool }
    for (const piece of pieces(whole)) {
      await clock.sleep(PIECE_MS, signal)
      yield { type: 'call.delta', callId, text: piece }
    }
    written += whole.length
    if (step?.fault === 'cut') cut.push({ callId, tool: call.tool, characters: whole.length })
    else yield { type: 'call.closed', callId, tool: call.tool, rawArgs: raw }
  }
  yield end(request, written, (step?.calls.length ?? 0) > 0, cut)
}

function end(request: ModelRequest, written: number, calls: boolean, openCalls: Open): Piece {
  const input = Math.ceil(request.messages.reduce((sum, message) => sum + message.text.length, 0) / 2)
  const usage = { input, cachedInput: 0, cacheWrite: 0, output: Math.ceil(written / 2), reasoning: 0 }
  return { type: 'end', reason: openCalls.length > 0 ? 'other' : calls ? 'calls' : 'stop', usage, openCalls, dropped: openCalls.length > 0, retries: 0, ms: 0 }
}

/** The failure text, or what was skipped, then the step's own words. */
function speech(scenario: Scenario, turn: Turn, locale: 'zh-CN' | 'en'): string {
  const lang = locale === 'en' ? 'en' : 'zh'
  if (turn.failure !== null) {
    const say = scenario.onFail?.say ?? { zh: '没有成功：{{error}}', en: 'That did not work: {{error}}' }
    return fill(say[lang], { ...turn.bindings, error: plainFailure(turn.failure, lang).slice(0, 600) })
  }
  const skipped = turn.skipped.map((tool) => (lang === 'zh' ? `（跳过 ${tool}：这个角色没有这个工具。）` : `(Skipped ${tool}: this profile does not have that tool.)`))
  const rest = turn.step === null ? (lang === 'zh' ? '演示到这里。' : 'That is the end of this demo.') : turn.step.say[lang]
  return [...skipped, rest].filter((line) => line !== '').join('\n')
}

/** Why it failed in plain words: the author's own reason as they gave it. */
function plainFailure(text: string, lang: 'zh' | 'en'): string {
  const { code, words } = failureParts(text)
  if (code !== 'DENIED_USER') return words
  const reason = words.replace(' Do not retry; explain, or ask for a mode.', '')
  if (reason === 'the author said no.') return lang === 'zh' ? '你没有同意。' : 'You said no.'
  return lang === 'zh' ? `你的理由：${reason}` : `Your reason: ${reason}`
}

async function* typed(text: string, step: DemoStep | null, clock: Clock, signal: AbortSignal): AsyncIterable<Piece> {
  const slow = step?.seconds
  const parts = pieces(text, slow === undefined ? PIECE : 6)
  const wait = slow === undefined ? PIECE_MS : (slow * 1000) / Math.max(1, parts.length)
  for (const part of parts) {
    await clock.sleep(wait, signal)
    yield { type: 'text', text: part }
  }
}

/** Pieces of a text by characters, never inside a surrogate pair. */
function pieces(text: string, size = PIECE): string[] {
  const characters = [...text]
  const parts: string[] = []
  for (let at = 0; at < characters.length; at += size) parts.push(characters.slice(at, at + size).join(''))
  return parts
}
