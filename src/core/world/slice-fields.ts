import { fail } from '@shared/fault'
import type { SliceRow } from './rows'

const limits = { title: [1, 120], summary: [0, 5_000] } as const
const kindPattern = /^[a-z][a-z0-9_-]{0,31}$/u
const maxPatches = 100
const maxSummary = 500

function checkText(field: keyof typeof limits, text: string, pointer: string): string {
  const trimmed = text.trim()
  const [least, most] = limits[field]
  const length = [...trimmed].length
  if (length < least || length > most || !trimmed.isWellFormed()) fail('ARGS_INVALID', `The ${field} must have ${least}-${most} characters.`, { pointer: `${pointer}/${field}`, actual: `${length} characters`, expected: `${least}-${most} characters` })
  return trimmed
}

/** Title, summary and kind as given (03 §1); what is not given keeps. ARGS_INVALID. */
export function sliceFields(given: { title?: string | undefined; summary?: string | undefined; kind?: string | undefined }, old: Pick<SliceRow, 'title' | 'summary' | 'kind'>, pointer: string): Pick<SliceRow, 'title' | 'summary' | 'kind'> {
  const kind = given.kind ?? old.kind
  if (!kindPattern.test(kind)) fail('ARGS_INVALID', `"${kind.slice(0, 40)}" cannot be the kind of a slice.`, { pointer: `${pointer}/kind`, actual: kind.slice(0, 40), expected: 'a lower-case word of at most 32 letters, digits, _ and -', fix: 'Use event, init or backstory.' })
  return { title: checkText('title', given.title ?? old.title, pointer), summary: checkText('summary', given.summary ?? old.summary, pointer), kind }
}

export function checkPatchSummary(summary: string | undefined, pointer: string): string {
  const text = summary?.trim() ?? ''
  if ([...text].length > maxSummary || !text.isWellFormed()) fail('ARGS_INVALID', `The summary of a patch has at most ${maxSummary} characters.`, { pointer: `${pointer}/summary`, actual: `${[...text].length} characters`, expected: `at most ${maxSummary} characters` })
  return text
}

/** 1-100 patches (03 §1); `spare` for those that defaults added beyond them. PATCH_LIMIT, SLICE_EMPTY. */
export function checkCount(count: number, what: string, pointer: string, spare = 0): void {
  if (count === 0) fail('SLICE_EMPTY', `${what} would hold no patch.`, { pointer, actual: '0 patches', expected: `1-${maxPatches} patches`, fix: 'Keep a patch, or delete the slice.' })
  if (count > maxPatches + spare) fail('PATCH_LIMIT', `${what} would hold ${count} patches.`, { pointer, actual: `${count} patches`, expected: `1-${maxPatches} patches`, fix: 'Spread the changes over several instants.' })
}

/** One visible slice per instant (03 §1). SLICE_EXISTS names the one that is there. */
export function sliceExists(there: SliceRow, time: string, pointer: string): never {
  fail('SLICE_EXISTS', `Slice ${there.id} "${there.title}" already stands at ${time}.`, {
    pointer, actual: String(there.instant), expected: 'an instant without a slice', fix: `Add the changes to it with editPatches("${there.id}", …), or choose another time.`,
    data: { sliceId: String(there.id), title: there.title, instant: String(there.instant) },
  })
}

export function sliceUnknown(id: string): never {
  fail('SLICE_UNKNOWN', `There is no slice ${id.slice(0, 30)}.`, { actual: id.slice(0, 30), fix: 'Call slice.list to see what exists; hidden slices are the author\'s.' })
}
