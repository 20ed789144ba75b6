import { z } from 'zod'
import { DEMO_MODEL } from '../models/demo/demo-spec'
import type { ModelRequest } from '../models/types'
import { bookedCall } from './booked-call'
import { budgetPause } from './budget'
import { messageOf } from './conversation'
import type { Parts } from './parts'
import { prepared } from '../project/statements'

const PLACEHOLDER = 24
const EVERY = 16
const MAX_TOKENS = 80_000
const MAX_FAILURES = 3
/** What a title may cost at most, for the limits. */
const TITLE_TOKENS = 14_000
const TITLE_OUTPUT = 400
const Report = z.object({ data: z.object({ title: z.string().trim().min(1), summary: z.string() }) })

const cut = (text: string, length: number): string => [...text.replace(/\s+/g, ' ').trim()].slice(0, length).join('')

/** First 24 characters of the first message (04 §2). */
export const placeholderTitle = (message: string): string => cut(message, PLACEHOLDER)

/** Titles by the summarizer: after run 1 and each 16th, with a real model only; the author's own title wins for ever (04 §2). */
export class Titles {
  readonly #parts: Parts
  readonly #control = new AbortController()
  #failures = 0

  constructor(parts: Parts) { this.#parts = parts }

  close(): void { this.#control.abort() }

  /** Never throws and never holds a session up. */
  async afterRun(sessionId: number): Promise<void> {
    if (this.#failures >= MAX_FAILURES || this.#control.signal.aborted) return
    try {
      if (!this.#due(sessionId)) return
      const model = this.#parts.models.resolve({ session: this.#parts.config().small ?? null, project: this.#parts.config().models.default })
      if (model !== DEMO_MODEL && budgetPause(this.#parts, sessionId, model, TITLE_TOKENS, TITLE_OUTPUT) === null) await this.#summarize(sessionId, model)
    } catch {
      if (!this.#control.signal.aborted) this.#failed(sessionId)
    }
  }

  #due(sessionId: number): boolean {
    const row = this.#parts.store.row(sessionId)
    if (row.kind !== 'chat' || row.role !== 'root' || this.#parts.usage.contextTokens(sessionId) > MAX_TOKENS) return false
    const runs = prepared<[number], { n: number }>(this.#parts.project.sessionsDb,
      "SELECT count(*) AS n FROM Entry WHERE sessionId = ? AND type = 'invocation_lifecycle' AND json_extract(payload, '$.phase') = 'start'").get(sessionId)?.n ?? 0
    return runs === 1 || runs % EVERY === 0
  }

  async #summarize(sessionId: number, model: string): Promise<void> {
    let raw = ''
    const { models, usage } = this.#parts
    const asked = bookedCall({ models, model, request: this.#request(sessionId), signal: this.#control.signal, add: (used) => usage.add(sessionId, { ...used, runId: null }) })
    for await (const event of asked) {
      if (event.type === 'retry') raw = ''
      if (event.type === 'call.closed' && event.tool === 'report_result') raw = event.rawArgs
    }
    const { title, summary } = Report.parse(JSON.parse(raw)).data
    const byAuthor = this.#parts.store.row(sessionId).titleSource === 'user'
    this.#parts.store.set(sessionId, { summary: cut(summary, 240), ...(byAuthor ? {} : { title: cut(title, 32), titleSource: 'auto' as const }) })
    this.#failures = 0
  }

  #request(sessionId: number): ModelRequest {
    const { store, profiles } = this.#parts
    const profile = profiles.get('summarizer')
    const entries = store.tree.tail(sessionId, store.row(sessionId).activeLeafId, 40)
    const lines = entries.flatMap((entry) => { const message = messageOf(entry); return message === null || message.role === 'toolResult' || message.text === '' ? [] : [`${message.role}: ${message.text.slice(0, 1_000)}`] })
    const text = lines.join('\n\n').slice(0, 20_000)
    return {
      messages: [{ role: 'system', text: profile.body }, { role: 'user', text }], maxOutput: TITLE_OUTPUT,
      tools: [{ name: 'report_result', description: 'Hands over the title and the summary.', inputSchema: { type: 'object', additionalProperties: false, required: ['result', 'data'], properties: { result: { type: 'string' }, data: profile.output } } }],
      hint: { profileKey: 'summarizer', sessionId, entryId: `title-${sessionId}`, userText: text, assistantSteps: 0, granted: ['report_result'], locale: this.#parts.locale() },
    }
  }

  #failed(sessionId: number): void {
    this.#failures++
    if (this.#failures < MAX_FAILURES) return
    this.#parts.store.append(sessionId, { type: 'session_update', origin: 'engine', payload: { notice: 'TITLES_OFF', text: 'Automatic titles are off: the model failed 3 times.' } })
  }
}
