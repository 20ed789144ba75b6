import { fail } from '@shared/fault'
import type { PlanDecision, PlanPromise } from './plan-schema'
import type { Row } from './rows'
import { write, type Work } from './write-row'

/** Ids given to the plan's chapters (by name) and scenes (by key). */
export interface PlanNames { chapter: ReadonlyMap<string, string>; scene: ReadonlyMap<string, string> }

function idOf(ids: ReadonlyMap<string, string>, kind: string, name: string | null | undefined): number | null {
  if (name === null || name === undefined) return null
  return Number(ids.get(name) ?? fail('ENTITY_NOT_FOUND', `there is no ${kind} "${name}" in the plan.`))
}

/** One promise with its beats. */
export function loadPromises(work: Work, names: PlanNames, promise: PlanPromise): void {
  const stamps = { createdAt: work.now, updatedAt: work.now }
  const row = write<Row>(work, 'promise', null, {
    name: promise.name, title: promise.title, status: promise.status, importance: promise.importance, summary: promise.summary, payoffExpectation: promise.payoffExpectation ?? null,
    cadenceChapters: promise.cadenceChapters ?? null, deadlineChapterId: idOf(names.chapter, 'chapter', promise.deadlineChapter), tags: JSON.stringify(promise.tags), ...stamps,
  })
  const scenes = new Set<string>()
  for (const beat of promise.beats) {
    if (scenes.has(beat.scene)) fail('NAME_TAKEN', `two beats in scene "${beat.scene}".`)
    scenes.add(beat.scene)
    write<Row>(work, 'beat', null, { promiseId: row['id'] ?? null, sceneId: idOf(names.scene, 'scene', beat.scene), kind: beat.kind, note: beat.note ?? null, ...stamps })
  }
}

/** What a status needs (02 §7 rule 1). */
function missing(decision: PlanDecision): string[] {
  if (decision.status === 'decided') return (['decision', 'motivation', 'risk'] as const).filter((key) => !decision[key])
  if (decision.status === 'dropped') return decision.note ? [] : ['note']
  return decision.status === 'superseded' && !decision.supersededBy ? ['supersededBy'] : []
}

function insertDecision(work: Work, names: PlanNames, decision: PlanDecision): Row {
  const lacking = missing(decision)
  if (lacking.length > 0) fail('DECISION_INCOMPLETE', `a ${decision.status} decision needs ${lacking.join(', ')}.`)
  return write<Row>(work, 'decision', null, {
    name: decision.name, title: decision.title, question: decision.question, status: decision.status, options: JSON.stringify(decision.options.map((o) => ({ option: o.option, note: o.note ?? null }))),
    deadlineChapterId: idOf(names.chapter, 'chapter', decision.deadlineChapter), decision: decision.decision ?? null, motivation: decision.motivation ?? null, risk: decision.risk ?? null,
    rejectedAlternatives: JSON.stringify(decision.rejectedAlternatives.map((r) => ({ option: r.option, whyRejected: r.whyRejected ?? null }))), serves: '[]', dependsOn: '[]', supersededById: null,
    anchorKind: 'story', anchorId: null, anchorPath: null, note: decision.note ?? null, createdAt: work.now, updatedAt: work.now,
  })
}

/** All decisions, then which supersedes which: that may point forward. `at` names the place of a fault. */
export function loadDecisions(work: Work, names: PlanNames, decisions: readonly PlanDecision[], at: (index: number, run: () => void) => void): void {
  const rows = new Map<string, Row>()
  decisions.forEach((decision, i) => at(i, () => {
    if (rows.has(decision.name)) fail('NAME_TAKEN', `"${decision.name}" stands in the plan twice.`)
    rows.set(decision.name, insertDecision(work, names, decision))
  }))
  decisions.forEach((decision, i) => at(i, () => {
    if (!decision.supersededBy) return
    const row = rows.get(decision.name)
    const by = rows.get(decision.supersededBy)
    if (!row || !by || row === by) fail('DECISION_INCOMPLETE', `there is no other decision "${decision.supersededBy}" in the plan.`)
    write<Row>(work, 'decision', row, { ...row, supersededById: by['id'] ?? null })
  }))
}
