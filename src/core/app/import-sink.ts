import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { z } from 'zod'
import { fail, isFault } from '@shared/fault'
import type { ImportSink, NewChapter } from '../exchange/import-sink'
import { importKey, placeOf } from '../exchange/import-tasks'
import type { Manuscript } from '../manuscript/types'
import { slugOf } from '../project/slug'
import type { By, OpenedProject } from '../project/types'
import type { StoryService } from '../story/types'
import type { ImportStore, StoredImport } from './import-store'

export interface SinkParts { project: OpenedProject; story: StoryService; manuscript: Manuscript; store: ImportStore; importId: string }

const author: By = { actor: 'author', sessionId: null, callId: null }
/** The author's own bookkeeping stands under no session. */
const noSession = 0
const actMark = 'act:'
const AppliedRow = z.object({ id: z.string(), undoId: z.string().nullable() })

/**
 * Puts an import into a project. Story rows are written exactly once by the import's key, whichever run writes them: the key names
 * source, place and copy. A crash between row, prose and key leaves a step that the next run finishes instead of repeating (I4).
 */
export function createImportSink(parts: SinkParts): ImportSink {
  const { project, story, manuscript, store, importId } = parts
  const save = (kind: Kind, importKey: string, fields: Record<string, unknown>): Applied & { again: boolean } => {
    const { live, callId } = attempts(parts, kind, importKey)
    if (live !== null) return { ...live, again: true }
    const name = freeName(project, kind, String(fields['name']))
    const { id, undoId } = story.save({ kind, action: 'create', id: null, fields: { ...fields, name } }, { by: author, exactlyOnce: { sessionId: noSession, callId } })
    return { id, undoId, again: false }
  }
  return {
    createAct: async ({ name, title, importKey }) => {
      const known = store.key(importKey)?.chapterId.slice(actMark.length)
      if (known !== undefined && isLive(project, 'act', known)) {
        store.keepKey(importId, { key: importKey, chapterId: actMark + known, path: null })
        return known
      }
      const { id } = save('act', importKey, { name, title })
      store.keepKey(importId, { key: importKey, chapterId: actMark + id, path: null })
      return id
    },
    createChapter: async (chapter) => {
      const { id, undoId, again } = save('chapter', chapter.importKey, { name: chapter.name, title: chapter.title, ...(chapter.actId === null ? {} : { actId: chapter.actId }) })
      const name = story.get('chapter', id).name
      const written = again ? (await manuscript.proseOf(name))[0]?.path : undefined
      const volume = chapter.actId === null ? null : story.get('act', chapter.actId).name
      const path = written ?? (await manuscript.addChapter({ name, title: chapter.title, volume, text: chapter.prose, lossAccepted: true }).catch((error: unknown) => {
        takeBack(story, undoId)
        throw error
      }))
      store.keepKey(importId, { key: chapter.importKey, chapterId: id, path })
      return { chapterId: id }
    },
    replaceChapter: (chapter) => replaceChapter(parts, chapter),
    existing: async (importKey) => isMade(parts, 'chapter', importKey),
  }
}

/** Ends what a kill left between row, prose and key: a chapter that has its text is made, one without is taken back. */
export async function settleImport(parts: Omit<SinkParts, 'importId'>, { id: importId, plan, begin }: StoredImport): Promise<void> {
  const { project, story, manuscript, store } = parts
  if (begin === null) return
  const unkept = (kind: Kind, start: number): { key: string; live: Applied } | null => {
    const key = importKey(plan.sourceHash, placeOf(kind, start), begin.copy)
    const { live } = isMade(parts, kind, key) ? { live: null } : attempts(parts, kind, key)
    return live && { key, live }
  }
  for (const { start } of plan.rows) {
    const act = unkept('act', start)
    if (act) store.keepKey(importId, { key: act.key, chapterId: actMark + act.live.id, path: null })
    const chapter = unkept('chapter', start)
    if (!chapter) continue
    const { name } = story.get('chapter', chapter.live.id)
    const path = (await manuscript.proseOf(name))[0]?.path
    if (path !== undefined) store.keepKey(importId, { key: chapter.key, chapterId: chapter.live.id, path })
    else if (takeBack(story, chapter.live.undoId)) await dropEmptyPlace(project, name)
  }
}

/** When a file of this name was imported with other contents, if a chapter of that import is still there; null: never. */
export function earlierVersion({ project, store }: Pick<SinkParts, 'project' | 'store'>, file: string, sourceHash: string): string | null {
  const stands = (id: string): boolean => store.made(id).some(({ chapterId }) => !isActKey(chapterId) && isLive(project, 'chapter', chapterId))
  return store.others(sourceHash).find((other) => basename(other.file) === basename(file) && stands(other.id))?.at ?? null
}

type Kind = 'act' | 'chapter'
interface Applied { id: string; undoId: string | null }

/** The row that is there of all that were ever made with this key, and the call the next one would be. What was taken back, or deleted, is made anew. */
function attempts({ project, story }: Pick<SinkParts, 'project' | 'story'>, kind: Kind, key: string): { live: Applied | null; callId: string } {
  for (let attempt = 1; ; attempt += 1) {
    const callId = `import:${key}${attempt === 1 ? '' : `:${attempt}`}`
    const payload = story.appliedCall(noSession, callId)
    if (payload === null) return { live: null, callId }
    const applied = AppliedRow.parse(payload)
    if (isLive(project, kind, applied.id)) return { live: applied, callId }
  }
}

function isMade({ project, store }: Pick<SinkParts, 'project' | 'store'>, kind: Kind, key: string): boolean {
  const made = store.key(key)
  return made !== null && isLive(project, kind, kind === 'act' ? actIdOf(made.chapterId) : made.chapterId)
}

/** The folder that was made for a chapter's text and got none, and its volume's where it was the first. */
async function dropEmptyPlace({ dir, files }: OpenedProject, chapter: string): Promise<void> {
  for (const folder of globSync(`manuscript/*/${slugOf(chapter)}/`, { cwd: dir })) {
    for (const path of [folder, dirname(folder)]) await files.removeEmptyFolder(await files.authorize(path, { use: 'write', kind: 'folder' }), author)
  }
}

/** Whether it is gone: a row that somebody changed meanwhile is theirs and stays. */
function takeBack(story: StoryService, undoId: string | null): boolean {
  try {
    if (undoId !== null) story.undo(undoId)
    return undoId !== null
  } catch (error) {
    if (!isFault(error)) throw error
    return false
  }
}

async function replaceChapter({ project, story, manuscript, store, importId }: SinkParts, chapter: NewChapter): Promise<{ chapterId: string }> {
  const made = store.key(chapter.importKey) ?? fail('NOT_FOUND', 'The chapter of the earlier import is not there any more.')
  const id = made.chapterId
  story.save({ kind: 'chapter', action: 'update', id, fields: { title: chapter.title } }, { by: author, exactlyOnce: null })
  const known = story.get('chapter', id)
  const nodes = await manuscript.proseOf(known.name)
  const path = (nodes.find((node) => node.path === made.path) ?? nodes[0])?.path
  if (path === undefined) {
    const volume = known.actId === null ? null : story.get('act', known.actId).name
    store.keepKey(importId, { key: chapter.importKey, chapterId: id, path: await manuscript.addChapter({ name: known.name, title: chapter.title, volume, text: chapter.prose, lossAccepted: true }) })
    return { chapterId: id }
  }
  const safe = await project.files.authorize(path, { use: 'write' })
  const old = await project.files.readText(safe)
  const { frontMatter, text } = manuscript.split(old.text)
  await project.history.keep(path, text, 'replace', 'author')
  await project.files.apply([{ path: safe, text: frontMatter + chapter.prose, base: old.hash, lossAccepted: true }], author)
  store.keepKey(importId, { key: chapter.importKey, chapterId: id, path })
  return { chapterId: id }
}

const isLive = ({ projectDb }: OpenedProject, kind: Kind, id: string): boolean => projectDb.prepare(`SELECT 1 FROM ${kind === 'act' ? 'StoryAct' : 'StoryChapter'} WHERE id = ?`).get(id) !== undefined

function freeName(project: OpenedProject, kind: Kind, wanted: string): string {
  const taken = project.projectDb.prepare(`SELECT 1 FROM ${kind === 'act' ? 'StoryAct' : 'StoryChapter'} WHERE name = ?`)
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wanted : `${wanted}-${n}`
    if (!taken.get(name)) return name
  }
}

/** What a journal of this import knows about acts and chapters, from the keys in the store. */
export const isActKey = (chapterId: string): boolean => chapterId.startsWith(actMark)
export const actIdOf = (chapterId: string): string => chapterId.slice(actMark.length)
