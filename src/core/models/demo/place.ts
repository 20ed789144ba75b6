import type { ModelMessage, ModelRequest } from '../types'
import { sampleData } from './sample-data'
import { SAMPLE, type DemoStep, type Scenario } from './scenario'
import { bindFirst, fill, localise, messageVariables, type Bindings } from './variables'

type ToolMessage = Extract<ModelMessage, { role: 'tool' }>

/** What the demo says next: a step with what it skipped on the way, the end, or the failure text. */
export interface Turn { step: DemoStep | null; skipped: string[]; failure: string | null; bindings: Bindings }

/** Results of each reply since the last user message; the replies themselves were counted by the caller. */
function replies(request: ModelRequest): ToolMessage[][] {
  const results: ToolMessage[][] = []
  let left = request.hint.assistantSteps
  for (const message of request.messages.toReversed()) {
    if (left === 0) break
    if (results.length === 0) results.unshift([])
    if (message.role === 'tool') results[0]?.unshift(message)
    if (message.role === 'assistant' && --left > 0) results.unshift([])
  }
  return results
}

function bindStep(step: DemoStep, results: readonly ToolMessage[], bindings: Bindings): void {
  for (const [name, paths] of Object.entries(step.bind)) {
    const found = results.map((one) => bindFirst(one.details ?? parsed(one.text), paths)).find((one) => one !== undefined)
    if (found !== undefined) bindings[name] = found
  }
}

function parsed(text: string): unknown {
  try { return JSON.parse(text) } catch { return null }
}

/**
 * Finds the place in a scenario from the conversation alone: replies so far are walked again with their results, so
 * resuming, retrying and branching need no memory (04 §9).
 */
export function nextTurn(scenario: Scenario, request: ModelRequest): Turn {
  const lang = request.hint.locale === 'en' ? 'en' : 'zh'
  const bindings: Bindings = { ...messageVariables(scenario, request.hint.userText, lang), asksFirst: (request.hint.workMode ?? 'normal') === 'normal' ? '' : '1', approved: request.hint.approved === true ? '1' : '' }
  const done = replies(request)
  let at = 0
  for (let reply = 0; ; reply++) {
    const found = runnable(scenario, request, at, bindings, lang)
    if (reply >= done.length) return { ...found, failure: null, bindings }
    if (found.step === null) return { step: null, skipped: [], failure: null, bindings }
    const results = done[reply] ?? []
    const failed = results.find((one) => one.failed)
    if (failed !== undefined && !mayFail(found.step, failed.text, bindings)) return { step: null, skipped: [], failure: reply + 1 < done.length ? '' : failed.text, bindings }
    bindStep(found.step, results, bindings)
    at = found.at + 1
  }
}

/** Puts data of the agreed form where a scenario says so; where none was agreed the key is left out. */
function withSample(calls: DemoStep['calls'], { hint }: ModelRequest): DemoStep['calls'] {
  return calls.map((call) => ({ ...call, args: Object.fromEntries(Object.entries(call.args).flatMap(([key, value]) => {
    if (value !== SAMPLE) return [[key, value]]
    return hint.output === null || hint.output === undefined ? [] : [[key, sampleData(hint.output, hint.locale === 'en' ? 'en' : 'zh', hint.userText)]]
  })) }))
}

function mayFail({ mayFail: codes }: DemoStep, text: string, bindings: Bindings): boolean {
  if (typeof codes === 'boolean') return codes
  const code = failureParts(text).code
  if (!codes.includes(code)) return false
  bindings['failed'] = code
  return true
}

/** A failure as the model reads it, taken apart: the code is nothing to tell an author. */
export function failureParts(text: string): { code: string; words: string } {
  const found = /^\[FAIL\] ([A-Z0-9_]+): /.exec(text)
  return found === null ? { code: '', words: text } : { code: found[1] ?? '', words: text.slice(found[0].length) }
}

function runnable(scenario: Scenario, request: ModelRequest, from: number, bindings: Bindings, lang: 'zh' | 'en'): { step: DemoStep | null; at: number; skipped: string[] } {
  const skipped: string[] = []
  for (let at = from; at < scenario.steps.length; at++) {
    const step = scenario.steps[at]
    if (step === undefined) break
    if (step.needs.some((name) => (bindings[name] ?? '') === '') || step.unless.some((name) => (bindings[name] ?? '') !== '')) continue
    const missing = step.calls.filter((call) => !request.hint.granted.includes(call.tool)).map((call) => call.tool)
    if (missing.length === 0) return { step: { ...fill(step, bindings), calls: withSample(fill(localise(step.calls, lang), bindings), request) }, at, skipped }
    skipped.push(...missing)
  }
  return { step: null, at: scenario.steps.length, skipped }
}
