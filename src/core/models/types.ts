import type { ModelSpec, Thinking } from '@shared/settings'
import type { Picture, Usage } from '@shared/session'

/** Provider-neutral conversation; `assistant.calls` and `tool` messages pair by callId. */
export type ModelMessage =
  | { role: 'system'; text: string }
  | { role: 'user'; text: string; /** What the author put beside the words, as kept. */ pictures?: readonly Picture[]; /** The same as sent, for models that see. */ images?: readonly { mime: string; base64: string; name: string }[] }
  | {
    role: 'assistant'; text: string; /** Thinking of the present turn: some providers want it back with the results of its calls. */ reasoning?: string
    calls: { callId: string; tool: string; args: Record<string, unknown>; /** What the provider gave with the call and wants back (signatures). */ meta?: unknown }[]
  }
  | { role: 'tool'; callId: string; tool: string; text: string; failed: boolean; /** Never sent: the demo model binds its variables from it. */ details?: Record<string, unknown>; /** A picture that the result shows, for models that see. */ image?: { mime: string; base64: string } }

export interface ModelRequest {
  messages: ModelMessage[]
  tools: { name: string; description: string; inputSchema: unknown }[]
  maxOutput: number
  temperature?: number
  /** For models that reason. */
  thinking?: Thinking
  /** The demo model matches its scenarios by these. */
  hint: { profileKey: string; sessionId: number; /** The last user message and its text. */ entryId: string; userText: string; assistantSteps: number; granted: string[]; locale: 'zh-CN' | 'en'; /** Normal unless said otherwise. */ workMode?: 'normal' | 'discuss' | 'plan'; /** The author was asked about a call of the newest reply and said yes. */ approved?: boolean; /** The JSON Schema of what it must report; null or absent: none. */ output?: unknown }
}

/** One streamed piece. `call.closed` carries the raw argument text: parsing and refusing is the loop's (04 §8). */
export type ModelEvent =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'call.open'; callId: string; tool: string }
  | { type: 'call.delta'; callId: string; text: string }
  | { type: 'call.closed'; callId: string; tool: string; rawArgs: string; meta?: unknown }
  | { type: 'retry'; attempt: number; waitMs: number; why: string }
  /** `dropped` true: the stream ended before the provider said it was finished. Open calls were not closed. */
  | { type: 'end'; reason: 'stop' | 'calls' | 'length' | 'filter' | 'other'; usage: Omit<Usage, 'cost' | 'currency'>; openCalls: { callId: string; tool: string; characters: number }[]; dropped: boolean; retries: number; ms: number }

/** Streams one reply. Retries by 04 §8 inside (a retry drops the failed text); throws FaultError PROVIDER_ERROR, MODEL_UNKNOWN …, Cancelled on abort within 1 s. */
export interface ModelPort {
  stream(model: string, request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>
  spec(model: string): ModelSpec
  /** call > session > project > profile > default; `demo/author` until a key is set (04 §8, §9). */
  resolve(choice: { /** From the visible list; the default alone when that is empty. MODEL_NOT_VISIBLE. */ call?: string | null; session?: string | null; project?: string | null; profile?: string | null }): string
  /** What the author lets agents name for one call, with their notes (04 §8). */
  visible(): readonly { model: string; note?: string | undefined }[]
  /** Ids that may be named for one call: the visible ones; none listed: the default of the project, else of the app, alone. */
  callable(project?: string | null): readonly string[]
  price(model: string, usage: Omit<Usage, 'cost' | 'currency'>): { cost: number | null; currency: string | null }
}
