import { StoryKind, type ProseNode, type StoryEffect, type StoryPlace } from '@shared/story'
import type { Manuscript } from '../manuscript/types'
import type { By, OpenedProject } from '../project/types'
import type { StoryService, TrashedText, UndoFiles, UndoStep } from './types'

/** What moving a chapter together with its texts needs. */
export interface StoryWithProse { story: StoryService; manuscript: Manuscript; project: Pick<OpenedProject, 'files' | 'trash'> }
const author: By = { actor: 'author', sessionId: null, callId: null }
const folderOf = (path: string): string => path.replace(/\/(index\.md)?$/u, '')

/** The node's folder, or its file alone when other prose lies below that folder or the text is no `index.md`. */
function placeOf(node: ProseNode, all: readonly ProseNode[]): string {
  const folder = folderOf(node.path)
  const shared = folder === node.path || folder.split('/').length < 2 || all.some((other) => other.path !== node.path && other.path.startsWith(`${folder}/`))
  return shared ? node.path : folder
}

async function putTexts({ project }: StoryWithProse, places: readonly string[], by: By): Promise<TrashedText[]> {
  const texts: TrashedText[] = []
  for (const path of places) {
    const place = await project.files.authorize(path, { use: 'write', kind: 'any' })
    texts.push({ item: (await project.trash.put([place], by)).id, path })
  }
  return texts
}

async function bringBack({ project }: StoryWithProse, texts: readonly TrashedText[]): Promise<string[]> {
  const places: string[] = []
  for (const { item } of texts) {
    if (project.trash.list().some((kept) => kept.id === item)) places.push((await project.trash.restore(item)).restoredTo)
  }
  return places
}

export interface TrashedWithProse { item: string; words: number; effects: StoryEffect[]; undoId: string | null }

/** Moves an entity to the trash; a chapter takes its prose nodes along when asked (02 §8). Nothing is lost if a step fails: the texts come back. */
export async function trashWithProse(parts: StoryWithProse, kind: StoryKind, id: string, withProse: boolean, by: By = author): Promise<TrashedWithProse> {
  const { story, manuscript } = parts
  const prose = kind === 'chapter' && withProse ? await manuscript.prose() : []
  const own = kind === 'chapter' && withProse ? prose.filter((node) => node.chapterName === story.get('chapter', id).name) : []
  const words = own.reduce((sum, node) => sum + node.words, 0)
  const texts = await putTexts(parts, own.map((node) => placeOf(node, prose)), by)
  try {
    const { item, effects, undoId } = story.trash(kind, id, by, { words, texts })
    if (undoId !== null && texts.length > 0) story.attachUndoFiles(undoId, { restore: texts, trash: [] })
    return { item, words, effects, undoId }
  } catch (error) {
    await bringBack(parts, texts)
    throw error
  }
}

export interface RestoredWithProse { restoredTo: string; renamed: boolean; story: { kind: StoryKind; id: string; place: StoryPlace } }

/** Restores a trashed entity and, for a chapter, its texts at their place; a chapter renamed on the way keeps them (02 §8). */
export async function restoreWithProse(parts: StoryWithProse, item: string): Promise<RestoredWithProse> {
  const texts = parts.story.proseItems(item)
  const { restoredTo, place, renamed, kind, id, newName } = parts.story.restore(item)
  const places = await bringBack(parts, texts)
  if (renamed && kind === 'chapter') for (const place of places) await parts.manuscript.link(place.endsWith('.md') ? place : `${place}/index.md`, newName)
  return { restoredTo, renamed, story: { kind, id, place } }
}

/** Purges entities together with the texts that went with them. */
export async function purgeWithProse(parts: StoryWithProse, items: readonly string[]): Promise<number> {
  const texts = items.flatMap((item) => parts.story.proseItems(item).map((text) => text.item))
  const purged = parts.story.purge(items)
  if (texts.length > 0) await parts.project.trash.purge(texts)
  return purged
}

/** How a change that was taken back is done again: by an undo of the undo, or into the trash once more. */
export type Again = { undoId: string } | { trash: { kind: StoryKind; id: string; withProse: boolean } }
export interface Undone extends UndoStep { /** Nothing was taken back: the chapter it made holds text. */ kept: boolean; again: Again | null }

const again = (undoId: string | null): Again | null => (undoId === null ? null : { undoId })
const isKind = (kind: string | null): kind is StoryKind => StoryKind.safeParse(kind).success

/** What went to the trash goes there anew, with its texts; everything else is the undo of the undo. */
function againOf({ story }: StoryWithProse, step: UndoStep, redoId: string | null, { restore, relink }: UndoFiles): Again | null {
  if (step.done !== 'trashed' || !isKind(step.kind) || step.id === null) {
    if (redoId !== null && relink) story.attachUndoFiles(redoId, { restore: [], trash: [], relink: { from: relink.to, to: relink.from } })
    return again(redoId)
  }
  if (redoId !== null) story.dropUndo(redoId)
  return { trash: { kind: step.kind, id: step.id, withProse: restore.length > 0 } }
}

/** A chapter made by the change goes to the trash as a chapter, so that it can come back whole; one that has text stays. */
async function unmakeChapter(parts: StoryWithProse, undoId: string, id: string, step: UndoStep): Promise<Undone> {
  const { name } = parts.story.get('chapter', id)
  const kept = (await parts.manuscript.proseOf(name)).some((node) => node.words > 0)
  const trashed = kept ? null : await trashWithProse(parts, 'chapter', id, true)
  parts.story.dropUndo(undoId)
  return { ...step, kept, again: again(trashed?.undoId ?? null) }
}

/** Takes an author's change back with the files that belonged to it. */
export async function undoWithProse(parts: StoryWithProse, undoId: string): Promise<Undone> {
  const files = parts.story.undoFiles(undoId)
  const { restore, trash, relink } = files
  const step = parts.story.undoStep(undoId)
  const made = trash.length > 0 ? parts.story.madeChapter(undoId) : null
  if (made !== null) return unmakeChapter(parts, undoId, made, step)
  const redoId = parts.story.undo(undoId)
  await bringBack(parts, restore)
  if (relink) await parts.manuscript.relink(relink.to, relink.from)
  await putTexts(parts, trash, author)
  return { ...step, kept: false, again: againOf(parts, step, redoId, files) }
}
