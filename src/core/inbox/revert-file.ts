import { fail } from '@shared/fault'
import type { Clash } from '@shared/procedures/inbox'
import { splitFrontMatter } from '../project/front-matter'
import { isProseName } from '../project/measure'
import { checkTwins, isRespelled } from '../project/paths/walk'
import { mergedText, mergeParts, type MergePart } from '../project/merge-texts'
import { decodeText } from '../project/text-file'
import type { By, FileChange, OpenedProject, SafePath } from '../project/types'
import { textOf, type FileNet } from './items'
import type { Answer } from './types'

const by: By = { actor: 'restore', sessionId: null, callId: null }
type Text = NonNullable<Clash['text']>
export type FileOutcome = { done: true; merged: boolean } | { done: false; why: Clash['why']; text: Text }

interface Present { place: SafePath; bytes: Buffer | null; hash: string | null }
export interface FileRevert { project: OpenedProject; net: FileNet; /** Where the file is now. */ at: string; writeRoots: readonly string[]; answer: Answer | null }

/** Both texts together, as the window asks about them. */
export const shownParts = (parts: readonly MergePart[]): Text['parts'] => parts.map(({ lines, theirs }) => ({ lines, wanted: theirs }))

const done = (merged = false): FileOutcome => ({ done: true, merged })

async function presentAt({ project, writeRoots }: FileRevert, path: string, twins?: 'tell'): Promise<Present> {
  const place = await project.files.authorize(path, { use: 'create', writeRoots, ...(twins === undefined ? {} : { twins }) })
  if (!place.exists) return { place, bytes: null, hash: null }
  return { place, ...(await project.files.readBytes(place)) }
}

function decoded(bytes: Uint8Array | null): string | null {
  if (bytes === null) return null
  try {
    return decodeText(bytes, '').text
  } catch {
    return null
  }
}

async function beforeBytes({ project, net }: FileRevert): Promise<Uint8Array> {
  return (net.before === null ? null : await project.blobs.get(net.before)) ?? fail('BEFORE_LOST', `The earlier content of "${net.path}" is no longer kept, so it cannot be put back.`, { actual: net.path })
}

/** One change of the disk under the author's name; the text that goes is a version first. */
async function write({ project }: FileRevert, { place, bytes, hash }: Present, change: Omit<FileChange, 'path' | 'base'>): Promise<void> {
  const old = decoded(bytes)
  if (old !== null && isProseName(place.shown) && place.owner === project.slug) await project.history.keep(place.shown, splitFrontMatter(old).text, 'restore', 'author')
  await project.files.apply([{ ...change, path: place, base: hash }], by)
}

async function clash(revert: FileRevert, present: Present, why: Clash['why'], parts: readonly MergePart[]): Promise<FileOutcome> {
  const wanted = await textOf(revert.project.blobs, revert.net.before)
  return { done: false, why, text: { path: present.place.shown, wanted, now: decoded(present.bytes), parts: shownParts(parts), hash: present.hash } }
}

/** Later changes elsewhere in the text stay; null: one of the three is no text, or no longer kept. */
async function mergeOf({ project, net }: FileRevert, present: Present): Promise<MergePart[] | null> {
  const [wanted, base, now] = [await textOf(project.blobs, net.before), await textOf(project.blobs, net.after), decoded(present.bytes)]
  return wanted === null || base === null || now === null ? null : mergeParts(now, base, wanted)
}

/** The author has the three texts before them: what they chose is written while the file is as they saw it. */
function checkSeen(present: Present, answer: { hash: string | null }): void {
  if (present.hash !== answer.hash) fail('STALE_READ', `"${present.place.shown}" was changed meanwhile; look at it again.`, { data: { path: present.place.shown, hash: present.hash } })
}

async function revertDelete(revert: FileRevert): Promise<FileOutcome> {
  const { project, net, answer } = revert
  const present = await presentAt(revert, net.path)
  if (present.hash === net.before) return done()
  if (present.hash !== null && answer === null) return clash(revert, present, 'taken', [])
  if (answer !== null && 'hash' in answer) checkSeen(present, answer)
  if (answer !== null && 'text' in answer) {
    await write(revert, present, { text: answer.text })
    return done()
  }
  await write(revert, present, { text: null, bytes: await beforeBytes(revert) })
  await dropTrashed(project, net)
  return done()
}

/** The copy in the trash is back at its place, so it is no second one; one that holds more stays. */
async function dropTrashed(project: OpenedProject, { movedTo, path, before }: FileNet): Promise<void> {
  const item = movedTo === null ? undefined : project.trash.list().find((one) => one.id === movedTo)
  if (item?.kind === 'file' && item.from === path && before !== null && project.blobs.has(before)) await project.trash.purge([item.id])
}

async function revertCreate(revert: FileRevert): Promise<FileOutcome> {
  const { net, at, answer } = revert
  const present = await presentAt(revert, at)
  if (present.hash === null) return done()
  if (answer !== null && 'hash' in answer) checkSeen(present, answer)
  if (answer !== null && 'text' in answer) await write(revert, present, { text: answer.text })
  else if (answer !== null || present.hash === net.after) await write(revert, present, { text: null })
  else return clash(revert, present, 'changed', [])
  return done()
}

async function revertModify(revert: FileRevert, to: SafePath | null): Promise<FileOutcome> {
  const { net, at, answer } = revert
  const present = await presentAt(revert, at)
  const move = to === null ? {} : { moveTo: to }
  if (answer !== null && 'hash' in answer) checkSeen(present, answer)
  if (present.hash === null) {
    if (answer === null) return clash(revert, present, 'gone', [])
    await write(revert, to === null ? present : { place: to, bytes: null, hash: null }, 'text' in answer ? { text: answer.text } : { text: null, bytes: await beforeBytes(revert) })
    return done()
  }
  if (answer !== null && 'text' in answer) await write(revert, present, { text: answer.text, ...move })
  else if (answer !== null || present.hash === net.after) await write(revert, present, { text: null, bytes: await beforeBytes(revert), ...move })
  else if (present.hash === net.before && to === null) return done()
  else if (net.before === net.after && to !== null) await write(revert, present, { text: null, moveTo: to })
  else {
    const both = await mergeOf(revert, present)
    const merged = both === null ? null : mergedText(both)
    if (merged === null) return clash(revert, present, 'changed', both ?? [])
    await write(revert, present, { text: merged, ...move })
    return done(true)
  }
  return done()
}

async function revertMove(revert: FileRevert): Promise<FileOutcome> {
  const { net, project } = revert
  const { place, hash } = await presentAt(revert, net.path, 'tell')
  const { place: from } = await presentAt(revert, revert.at, 'tell')
  checkTwins(place, from)
  if (isRespelled(from.real, place.real)) {
    const outcome = await revertModify(revert, null)
    if (outcome.done) await project.files.move(from, place, by)
    return outcome
  }
  if (hash !== null) fail('FILE_EXISTS', `"${net.path}" exists again, so the moved file cannot go back there.`, { actual: net.path, fix: 'Rename one of them first.' })
  return revertModify(revert, place)
}

/**
 * Puts a file back as it was before a change of somebody else's (06 §7): `before` where it still holds `after`, else a merge that
 * keeps later edits elsewhere; where the same lines changed nothing is written and the three texts come back. A created file goes
 * to the trash. BEFORE_LOST, FILE_EXISTS, STALE_READ, WRITE_FAILED.
 */
export async function revertFile(revert: FileRevert): Promise<FileOutcome> {
  switch (revert.net.kind) {
    case 'delete': return revertDelete(revert)
    case 'create': return revertCreate(revert)
    case 'move': return revertMove(revert)
    case 'modify': return revertModify(revert, null)
  }
}
