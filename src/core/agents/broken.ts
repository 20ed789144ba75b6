import type { Broken, Draft } from './draft'
import type { Parts } from './parts'
import type { Run } from './run'

/** What an app that stopped has left of a reply, oldest first; empty when nothing was written. */
export function brokenIn(draft: Draft | null): Broken[] {
  if (draft === null) return []
  return [...draft.broken ?? [], { text: draft.text, reasoning: draft.reasoning, model: draft.model, why: null }].filter((one) => one.text.trim() !== '')
}

/** Remembers what broke off until the reply that is asked for again is stored; said again word for word it is kept once. */
export function brokeOff(run: Run, broken: Broken): void {
  run.askedAgain = { times: run.askedAgain.times + 1, why: broken.why ?? run.askedAgain.why }
  if (broken.text.trim() === '' || run.broken.some((one) => one.text.startsWith(broken.text))) return
  run.broken = [...run.broken.filter((one) => !broken.text.startsWith(one.text)), broken]
}

/** Puts what broke off beside the reply that is stored next, `‹1/2›`: the author may read it, the model is not shown it (04 §8). */
export function keepBeside(parts: Parts, run: Run): void {
  for (const one of run.broken) append(parts, run, one, true)
  run.broken = []
}

interface Kept { readonly sessionId: number; readonly runId: string | null; readonly epoch: number; broken: readonly Broken[] }

/** No other reply came: the longest of what broke off stays in the branch, the others beside it. */
export function keepBroken(parts: Parts, run: Kept): void {
  const longest = longestOf(run.broken)
  if (longest === undefined) return
  for (const one of run.broken) if (one !== longest) append(parts, run, one, true)
  append(parts, run, longest, false)
  run.broken = []
}

/** The longest of what broke off, taken out; the newest among equals. */
export function takeLongest(run: Run): Broken | undefined {
  const longest = longestOf(run.broken)
  run.broken = run.broken.filter((one) => one !== longest)
  return longest
}

const longestOf = (broken: readonly Broken[]): Broken | undefined => broken.reduce<Broken | undefined>((best, one) => (best !== undefined && best.text.length > one.text.length ? best : one), undefined)

function append(parts: Parts, run: Kept, { text, reasoning, model, why }: Broken, beside: boolean): void {
  const payload = { role: 'assistant', text, ...(reasoning === '' ? {} : { reasoning }), calls: [], status: 'interrupted', model, usage: null, note: why === null ? 'APP_STOPPED' : 'STREAM_DROPPED', ...(why === null ? {} : { why }) }
  parts.store.append(run.sessionId, { type: 'message', origin: 'model', runId: run.runId, payload, beside }, run.epoch)
}
