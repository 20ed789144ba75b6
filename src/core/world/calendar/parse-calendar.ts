import { isFault } from '@shared/fault'
import { hashBytes } from '../../project/hash'
import { failWith, Problems, shownProblems, type FileProblem } from '../file-problems'
import type { Locale } from '../problem-texts'
import { readStrictYaml, type YamlTree } from '../strict-yaml'
import type { Calendar } from '../types'
import { calendarTexts } from './calendar-texts'
import { customReserved, readCustom } from './read-custom'
import { readGregorian } from './read-gregorian'
import { PartReader } from './read-parts'
import { readSimple } from './read-simple'
import { sampleInstants } from './sample-instants'
import { textCalendar, type CalendarBody } from './text-calendar'

export const calendarFile = 'world/calendar.yaml'

/** `world/calendar.yaml` as a calendar that reads back whatever it writes (03 §3). CALENDAR_INVALID with line, key and fix. */
export function parseCalendar(text: string): Calendar {
  const { calendar, problems } = read(text)
  return calendar ?? failWith('CALENDAR_INVALID', calendarFile, problems)
}

/** Everything wrong in a calendar text, for the editor; empty when it is good. */
export const calendarProblems = (text: string, locale: Locale = 'en'): FileProblem[] => shownProblems(read(text).problems, locale)

function read(text: string): { calendar: Calendar | null; problems: Problems['list'] } {
  const { tree, problems: found } = readStrictYaml(text)
  const problems = new Problems(found)
  if (tree === null && !problems.some) problems.add(1, '', calendarTexts.empty())
  if (tree === null || problems.some) return { calendar: null, problems: problems.list }
  const kind = kindOf(tree, problems)
  const made = kind === null ? null : readKind(kind, tree, problems)
  if (kind === null || made === null || problems.some) return { calendar: null, problems: problems.list }
  const calendar = textCalendar(kind, hashBytes(text), made)
  checkSamples(calendar, made.near, tree, problems)
  return { calendar: problems.some ? null : calendar, problems: problems.list }
}

function kindOf(tree: YamlTree, problems: Problems): Calendar['kind'] | null {
  const node = tree.kind === 'map' ? tree.entries.find((entry) => entry.name === 'kind')?.node : undefined
  const word = node?.kind === 'value' ? node.value : null
  if (word === 'gregorian' || word === 'simple' || word === 'custom') return word
  problems.add(node?.line ?? tree.line, 'kind', calendarTexts.kind())
  return null
}

function readKind(kind: Calendar['kind'], tree: YamlTree, problems: Problems): CalendarBody | null {
  switch (kind) {
    case 'gregorian': return readGregorian(tree, new PartReader(problems, []))
    case 'simple': return readSimple(tree, new PartReader(problems, ['era', 'year']))
    case 'custom': return readCustom(tree, new PartReader(problems, customReserved))
  }
}

/** Writes and reads back 64 instants; one that does not come back makes the calendar useless. */
function checkSamples(calendar: Calendar, near: readonly bigint[], tree: YamlTree, problems: Problems): void {
  const entry = tree.kind === 'map' ? tree.entries.find(({ name }) => name === 'format') : undefined
  for (const instant of sampleInstants(near)) {
    const text = writtenOrNull(calendar, instant)
    if (text === null || readsAs(calendar, text, instant)) continue
    problems.add(entry?.line ?? tree.line, 'format', calendarTexts.roundTrip(text, instant))
    return
  }
}

/** Null before the first era, where the calendar has no words. */
function writtenOrNull(calendar: Calendar, instant: bigint): string | null {
  try {
    return calendar.format(instant)
  } catch (error) {
    if (isFault(error) && error.fault.code === 'INSTANT_RANGE') return null
    throw error
  }
}

function readsAs(calendar: Calendar, text: string, instant: bigint): boolean {
  try {
    return calendar.parse(text) === instant
  } catch (error) {
    if (isFault(error)) return false
    throw error
  }
}
