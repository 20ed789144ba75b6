import type { Change, Report } from './types'

/** What one call gave; `call` stands for its arguments, role and surroundings, so that two versions can be compared by it. */
export interface Reply { readonly call?: string | undefined; readonly status: string; readonly code: string | null; readonly content: string }
/** The same calls made of both versions: what two definitions alone cannot tell (08 §10). */
export interface Replays { readonly before: readonly Reply[]; readonly after: readonly Reply[] }
interface Pair { readonly was: Reply; readonly is: Reply }

/** Calls that were made of both, in the order of the former version. */
export function pairsOf({ before, after }: Replays): Pair[] {
  const now = new Map(after.flatMap((reply) => (reply.call === undefined ? [] : [[reply.call, reply] as const])))
  return before.flatMap((was) => {
    const is = was.call === undefined ? undefined : now.get(was.call)
    return is === undefined ? [] : [{ was, is }]
  })
}

/** A call that was answered, and is answered in another way now. */
export const answersOtherwise = ({ was, is }: Pair): boolean => was.status === 'ok' && (is.status !== 'ok' || is.content !== was.content)

/** `changes` found in the definitions, and what the replayed calls say of them. */
export function withReplies(changes: readonly Change[], replays: Replays): Change[] {
  const pairs = pairsOf(replays)
  if (pairs.length === 0) return [...changes]
  const otherwise = pairs.filter(answersOtherwise)
  const found: Change[] = changes.map((change) => judged(change, otherwise.length, pairs.length))
  const report: Report = (change) => void found.push(change)
  diffCodes(pairs, report)
  const explained = found.some((change) => change.case === 'optional-added-behaviour' || change.case === 'default-changed')
  if (otherwise.length > 0 && !explained) diffAnswers(otherwise, report)
  return found
}

function judged(change: Change, otherwise: number, all: number): Change {
  if (change.case === 'optional-added' && otherwise > 0) return { pointer: change.pointer, case: 'optional-added-behaviour', verdict: 'breaking', why: `${change.why}, and ${countOf(otherwise, all)} without it now` }
  if (change.case === 'script-changed' && otherwise === 0) return { ...change, warning: `Needs approval again; ${all} replayed ${all === 1 ? 'call answers' : 'calls answer'} as before.` }
  return change
}

const countOf = (otherwise: number, all: number): string => `${otherwise} of ${all} replayed calls ${otherwise === 1 ? 'answers' : 'answer'} otherwise`

/** Of what failed before: another code beside the old ones is new; an old one that no call gives any more was renamed. */
function diffCodes(pairs: readonly Pair[], report: Report): void {
  const still = new Set(pairs.map(({ is }) => is.code))
  const seen = new Set<string>()
  for (const { was, is } of pairs) {
    if (was.status !== 'fail' || is.status !== 'fail' || was.code === is.code || seen.has(`${was.code} ${is.code}`)) continue
    seen.add(`${was.code} ${is.code}`)
    if (still.has(was.code)) report({ pointer: '', case: 'error-code-new', verdict: 'compatible', why: `a call that failed with ${was.code} fails with ${is.code}` })
    else report({ pointer: '', case: 'output-reshaped', verdict: 'breaking', why: `${was.code} is now ${is.code}: no replayed call gives the old code` })
  }
}

const shapeOf = ({ content }: Reply): string => JSON.stringify([content.startsWith('[OK] '), content.split('\n').filter((line) => /^#{1,6} |^\S.*[:：]$/.test(line))])

function diffAnswers(otherwise: readonly Pair[], report: Report): void {
  const reshaped = otherwise.filter(({ was, is }) => is.status === 'ok' && shapeOf(was) !== shapeOf(is))
  if (reshaped.length > 0) report({ pointer: '', case: 'output-reshaped', verdict: 'breaking', why: `marker or headings of ${reshaped.length} replayed ${reshaped.length === 1 ? 'call' : 'calls'} are others now` })
  const rest = otherwise.length - reshaped.length
  if (rest > 0) report({ pointer: '', case: 'rule', verdict: 'breaking', why: `${rest} replayed ${rest === 1 ? 'call that was answered is' : 'calls that were answered are'} answered otherwise` })
}
