import { fail, isFault } from '@shared/fault'
import type { Effect } from '@shared/tool-result'
import type { Hashed } from '../../project/hash'
import { keepManifest } from '../../project/keep-manifest'
import { decodeText } from '../../project/text-file'
import type { FileChange, Reading, SafePath, TextFile } from '../../project/types'
import { checkKnown, planText } from '../file-effect'
import type { FileService } from '../file-service'
import type { ReadRegistry } from '../read-registry'
import type { Caller, Prepared } from '../types'
import type { FileDiff } from '../unified-diff'
import { applyHunks } from './match-hunks'
import { asProblems, type PatchProblem, type Section } from './patch-types'
import { parsePatch } from './parse-patch'
import { deletedEffect, movedEffects } from './patch-effects'
import { checkTogether, type Target } from './together'

/** One section, ready: what it does to the disk, on the card, and in the one line of the result. */
export interface PatchStep { change: FileChange; effects: Effect[]; said: string; diff: string }
export interface PatchPlan { steps: PatchStep[] }

/** A patch with its places and new texts, or every problem at once; nothing is written (06 §5). */
export async function planPatch(files: FileService, caller: Caller, patch: string): Promise<Prepared<PatchPlan>> {
  const { sections, problems } = parsePatch(patch)
  refuse(problems)
  const targets = await authorizeAll(files, caller, sections)
  refuse(checkTogether(targets))
  const steps = await planAll(files, caller, targets)
  return { plan: { steps }, effects: steps.flatMap((step) => step.effects), planExempt: targets.every(({ from, to }) => files.isPlanFile(from) && (to === null || files.isPlanFile(to))) }
}

interface Planning { caller: Caller; reading: Reading; /** What the session has read, looked up once for the whole patch. */ registry: Pick<ReadRegistry, 'get'>; problems: PatchProblem[] }

async function planAll(files: FileService, caller: Caller, targets: readonly Target[]): Promise<PatchStep[]> {
  const steps: PatchStep[] = []
  const found: PatchProblem[] = []
  const seen = files.registry.all(caller.sessionId, targets.flatMap(({ from, to }) => (to === null ? [from.real] : [from.real, to.real])))
  const reading = files.reading()
  const planning: Planning = { caller, reading, registry: { get: (_session, real) => seen.get(real) ?? null }, problems: found }
  try {
    for (const target of targets) {
      try {
        const step = await planSection(planning, target)
        if (step !== null) steps.push(step)
      } catch (error) {
        found.push(problemOf(error, target.section.at))
      }
    }
  } finally {
    await reading.close()
  }
  refuse(found.toSorted((a, b) => a.line - b.line))
  return steps
}

function refuse(problems: readonly PatchProblem[]): void {
  const first = problems[0]
  if (first !== undefined) fail(first.code, `${problems.length} problem${problems.length === 1 ? '' : 's'} in the patch; nothing was written.`, { problems: asProblems(problems) })
}

function problemOf(error: unknown, line: number): PatchProblem {
  if (!isFault(error)) throw error
  const { code, message, fix } = error.fault
  return { line, code, message: fix === undefined ? message : `${message} ${fix}` }
}

/** All paths before any byte is read (06 §1.2). */
async function authorizeAll(files: FileService, caller: Caller, sections: readonly Section[]): Promise<Target[]> {
  const targets: Target[] = []
  const problems: PatchProblem[] = []
  const authorize = files.authorizing(caller, 'create')
  const place = async (path: string, line: number): Promise<SafePath | null> => {
    try {
      return await authorize(path)
    } catch (error) {
      problems.push(problemOf(error, line))
      return null
    }
  }
  for (const section of sections) {
    const from = await place(section.path, section.at)
    const to = section.kind === 'update' && section.moveTo !== null ? await place(section.moveTo, section.moveAt) : null
    if (from !== null) targets.push({ section, from, to: to?.real === from.real ? null : to })
  }
  refuse(problems)
  return targets
}

async function planSection(planning: Planning, { section, from, to }: Target): Promise<PatchStep | null> {
  if (section.kind === 'add') {
    if (from.exists) fail('FILE_EXISTS', `"${from.shown}" exists already; use Update File.`)
    const { plan, effect } = planText(from, null, `${section.lines.join('\n')}\n`)
    return { change: { path: from, text: plan.text, bytes: plan.content.bytes, base: null, known: [plan.content] }, effects: [effect], said: `A ${from.shown}`, diff: plan.diff.text }
  }
  if (section.kind === 'delete' || to !== null) keepManifest(from)
  if (to?.exists === true) keepManifest(to)
  const old = await known(planning, from)
  if (section.kind === 'delete') {
    const effect = deletedEffect(from, old)
    return { change: { path: from, text: null, base: old.hash, known: [old] }, effects: [effect], said: `D ${from.shown} (in trash)`, diff: effect.preview }
  }
  if (section.hunks.length === 0) return to === null ? fail('NO_CHANGE', `the section leaves ${from.shown} as it is.`) : move(planning, from, to, old, null)
  const file = decodeText(old.bytes, from.shown, old.hash)
  const done = applyHunks(file, section.hunks)
  planning.problems.push(...done.problems.map((one) => ({ ...one, message: `${from.shown}: ${one.message}` })))
  if (done.problems.length > 0) return null
  if (to !== null) return move(planning, from, to, old, planned(from, file, done.text))
  if (done.text === file.text) fail('NO_CHANGE', `the section leaves ${from.shown} as it is.`)
  const { plan, effect } = planText(from, file, done.text)
  return { change: { path: from, text: plan.text, bytes: plan.content.bytes, base: old.hash, known: [{ ...old, text: file.text }, plan.content] }, effects: [effect], said: `U ${from.shown} ${counts(plan.diff)}`, diff: plan.diff.text }
}

interface Known extends Hashed { bytes: Buffer }

async function known({ reading, caller, registry }: Planning, path: SafePath): Promise<Known> {
  if (!path.exists) fail('NOT_FOUND', `"${path.shown}" does not exist.`)
  const old = await reading.bytes(path)
  checkKnown(registry, caller, path, old.hash, false)
  return old
}

const counts = ({ added, removed }: FileDiff): string => `(+${added}/-${removed})`

interface NewText { text: string; content: Hashed; diff: FileDiff; changed: boolean }

function planned(from: SafePath, file: TextFile, text: string): NewText {
  const { plan } = planText(from, file, text)
  return { text, content: plan.content, diff: plan.diff, changed: text !== file.text }
}

/** What stood at the new name goes to the trash; a session that read another version of it is told so. */
async function move(planning: Planning, from: SafePath, to: SafePath, old: Known, now: NewText | null): Promise<PatchStep> {
  const onto = to.exists ? await known(planning, to) : null
  const changed = now !== null && now.changed ? now : null
  const effects = movedEffects({ from, to, old, onto, after: changed?.content.hash ?? old.hash, diff: changed?.diff.text ?? null })
  const said = `M ${from.shown} -> ${to.shown}${changed === null ? '' : ` ${counts(changed.diff)}`}${onto === null ? '' : ` (the old ${to.shown} in trash)`}`
  return { change: { path: from, text: changed?.text ?? null, ...(changed === null ? {} : { bytes: changed.content.bytes }), base: old.hash, moveTo: to, known: [old, ...(onto === null ? [] : [onto]), ...(changed === null ? [] : [changed.content])] }, effects, said, diff: effects.map((effect) => effect.preview).join('\n') }
}
