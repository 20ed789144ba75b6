import type Database from 'better-sqlite3'
import type { WorldWrite } from '@shared/world'
import { planEdit, planHide } from './edit-slice'
import { effectsOf } from './effects'
import { adviceFinding, errorsFrom, freshErrors, sameKey, type Finding } from './findings'
import type { Locale } from './issue-texts'
import { createOverlay, type Overlay } from './overlay'
import { present } from './present'
import { readsOf } from './reads'
import type { Resolver } from './resolver'
import { storedRevision } from './stored'
import { WorldMoved, type WorldFiles, type WorldReads, type WorldRun, type WriteDone } from './types'
import { advise } from './walk'
import { planWrite, type Plan, type WriteContext } from './write-slice'

export interface RunParts { db: Database.Database; files: WorldFiles; resolver: () => Resolver; now: () => string; locale: () => Locale }
/** A run with what its commit needs. */
export interface OpenRun extends WorldRun {
  readonly overlay: Overlay
  readonly context: () => WriteContext
  /** Puts a checked plan into the run; gives the issues it causes. */
  apply(plan: Plan): WriteDone
  /** What its writes found and what is still so. */
  findings(): Finding[]
  /** The schema its writes were checked against; null when it needed none. */
  schemaHash(): string | null
}

const earliest = (plan: Plan): Map<string, bigint> => {
  const since = new Map<string, bigint>()
  for (const { subjectId, instant } of plan.changed) {
    const known = since.get(subjectId)
    if (known === undefined || instant < known) since.set(subjectId, instant)
  }
  return since
}

const errorsSince = (view: Overlay, since: ReadonlyMap<string, bigint>): Finding[] =>
  [...since].flatMap(([id, from]) => {
    const subject = view.subject(id)
    return subject ? errorsFrom(view, subject, from) : []
  })

/** Puts a plan into the view; the errors that are new by it, and the advisories (03 §8). */
function applied(view: Overlay, plan: Plan): Finding[] {
  const since = earliest(plan)
  const before = errorsSince(view, since)
  for (const subject of plan.fresh) view.addSubject(subject)
  view.putSlice(plan.slice, plan.rows)
  return [...freshErrors(before, errorsSince(view, since)), ...advise(view, plan.changed).map(adviceFinding)]
}

/** Of all that writes found, what is still true at the end of the run. */
function lasting(view: Overlay, found: readonly Finding[]): Finding[] {
  const keys = new Set(found.filter(({ label }) => label.startsWith('E')).map(sameKey))
  const errors = keys.size === 0 ? [] : errorsSince(view, view.delta.since).filter((finding) => keys.has(sameKey(finding)))
  const isThere = ({ sliceId = 0, patchId }: Finding): boolean => view.slice(sliceId)?.hidden === false && view.patchesOf(sliceId).some((patch) => patch.id === patchId)
  return [...errors, ...found.filter((finding) => finding.label.startsWith('A') && isThere(finding))]
}

function planOf(context: WriteContext, write: WorldWrite): Plan {
  switch (write.do) {
    case 'write': return planWrite(context, write.slice)
    case 'edit': return planEdit(context, write.sliceId, write.edits, write.meta)
    case 'hide': return planHide(context, write.sliceId)
  }
}

/** Reads that first look whether the committed world is still the one the run began with. */
function guarded(reads: WorldReads, check: () => void): WorldReads {
  const after = <A extends unknown[], R>(read: (...args: A) => R) => (...args: A): R => { check(); return read(...args) }
  return { now: after(reads.now), attrs: after(reads.attrs), subjects: after(reads.subjects), findRefs: after(reads.findRefs), slices: after(reads.slices), slice: after(reads.slice) }
}

/** The world at this moment plus the writes of one script or form, in memory (03 §5 "Transaction"). */
export function createRun({ db, files, resolver, now, locale }: RunParts): OpenRun {
  const revision = storedRevision(db)
  let fixed: Resolver | null = null
  const overlay = createOverlay(db, () => (fixed ??= resolver()))
  const context = (): WriteContext => ({ view: overlay, files, now: now() })
  const found: Finding[] = []
  const writes: WorldWrite[] = []
  const check = (): void => {
    if (storedRevision(db) !== revision) throw new WorldMoved('the world changed meanwhile')
  }
  let kept: Finding[] | null = null
  const apply = (plan: Plan): WriteDone => {
    kept = null
    const fresh = applied(overlay, plan)
    found.push(...fresh)
    return { sliceId: String(plan.slice.id), issues: present(fresh, overlay, files, locale()) }
  }
  const findings = () => (kept ??= lasting(overlay, found))
  return {
    revision, overlay, context, apply, findings, ...guarded(readsOf(overlay, files), check),
    schemaHash: () => fixed?.schema.hash ?? null,
    write: (write) => {
      check()
      const done = apply(planOf(context(), write))
      writes.push(write)
      return done
    },
    effects: () => {
      check()
      return effectsOf({ db, overlay, files, writes, issues: present(findings(), overlay, files, locale()) })
    },
  }
}
