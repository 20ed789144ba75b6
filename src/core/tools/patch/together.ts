import { isFault } from '@shared/fault'
import { foldName } from '../../project/paths/fold'
import { segmentsOf } from '../../project/paths/contain'
import { checkTwins, isRespelled } from '../../project/paths/walk'
import type { SafePath } from '../../project/types'
import type { PatchProblem, Section } from './patch-types'

/** A section with its authorized places; `to` is null when the file stays where it is. */
export interface Target { section: Section; from: SafePath; to: SafePath | null }

/** What no single path shows: a file named by two sections (PATCH_DUPLICATE), new names that differ only in case from each other or from a file that stays (PATH_COLLISION), a new file as a folder (NOT_A_FILE). */
export function checkTogether(targets: readonly Target[]): PatchProblem[] {
  const places = targets.flatMap(({ section, from, to }) => [{ place: from, line: section.at, isNew: section.kind === 'add', moved: null }, ...(to === null || section.kind !== 'update' ? [] : [{ place: to, line: section.moveAt, isNew: true, moved: from }])])
  const problems: PatchProblem[] = places.flatMap(twinsOf)
  const seen = new Map<string, number>()
  for (const { place, line } of places) {
    const before = seen.get(place.real)
    if (before === undefined) seen.set(place.real, line)
    else problems.push({ line, code: 'PATCH_DUPLICATE', message: `"${place.shown}" is already named in patch line ${before}; one section for each file.` })
  }
  const made = places.filter((one) => one.isNew)
  const files = new Set(made.map((one) => one.place.real))
  const spelled = new Map<string, string>()
  for (const { place, line } of made) problems.push(...namesOf(place, line, files, spelled).slice(0, 1))
  return problems
}

function namesOf(place: SafePath, line: number, files: ReadonlySet<string>, spelled: Map<string, string>): PatchProblem[] {
  const names = segmentsOf(place.real)
  return names.flatMap((name, at): PatchProblem[] => {
    const raw = `/${names.slice(0, at + 1).join('/')}`
    const folded = `/${names.slice(0, at).join('/')}/${foldName(name)}`
    const other = spelled.get(folded)
    spelled.set(folded, other ?? raw)
    if (other !== undefined && other !== raw) return [{ line, code: 'PATH_COLLISION', message: `"${place.shown}" and another new name of the patch differ only in case.` }]
    return at < names.length - 1 && files.has(raw) ? [{ line, code: 'NOT_A_FILE', message: `"${place.shown}" lies in a folder that the patch adds as a file.` }] : []
  })
}

/** A name beside another that differs only in case, unless that one is what is moved here. */
function twinsOf({ place, line, moved }: { place: SafePath; line: number; moved: SafePath | null }): PatchProblem[] {
  if (moved !== null && place.exists && isRespelled(moved.real, place.real)) return [{ line, code: 'PATH_COLLISION', message: `This disk takes "${place.shown}" and "${moved.shown}" for one file; ask the author to rename it in the window.` }]
  try {
    checkTwins(place, moved ?? place)
    return []
  } catch (error) {
    if (!isFault(error)) throw error
    return [{ line, code: error.fault.code, message: error.fault.message }]
  }
}
