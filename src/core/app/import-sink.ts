import { fail } from '@shared/fault'
import type { ImportSink, NewChapter } from '../exchange/import-sink'
import type { Manuscript } from '../manuscript/types'
import type { By, OpenedProject } from '../project/types'
import type { StoryService } from '../story/types'
import type { ImportStore } from './import-store'

export interface SinkParts { project: OpenedProject; story: StoryService; manuscript: Manuscript; store: ImportStore; importId: string }

const author: By = { actor: 'author', sessionId: null, callId: null }
/** The author's own bookkeeping stands under no session. */
const noSession = 0
const actMark = 'act:'

/**
 * Puts an import into a project. Story rows are written exactly once by the import's key; a crash between row, prose and key leaves
 * a step that the next run finishes instead of repeating (I4).
 */
export function createImportSink(parts: SinkParts): ImportSink {
  const { project, story, manuscript, store, importId } = parts
  const save = (kind: 'act' | 'chapter', importKey: string, fields: Record<string, unknown>): { id: string; undoId: string | null; again: boolean } => {
    for (let attempt = 1; ; attempt += 1) {
      const callId = `import:${importId}:${importKey}${attempt === 1 ? '' : `:${attempt}`}`
      const applied = appliedId(story.appliedCall(noSession, callId))
      if (applied === null) {
        const name = freeName(project, kind, String(fields['name']))
        const { id, undoId } = story.save({ kind, action: 'create', id: null, fields: { ...fields, name } }, { by: author, exactlyOnce: { sessionId: noSession, callId } })
        return { id, undoId, again: false }
      }
      // What an earlier attempt took back is made anew.
      if (isLive(project, kind === 'act' ? 'StoryAct' : 'StoryChapter', applied)) return { id: applied, undoId: null, again: true }
    }
  }
  const live = (chapterId: string): boolean => isLive(project, 'StoryChapter', chapterId)
  return {
    createAct: async ({ name, title, importKey }) => {
      const known = store.key(importKey)?.chapterId.slice(actMark.length)
      if (known !== undefined && isLive(project, 'StoryAct', known)) {
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
        if (undoId !== null) story.undo(undoId)
        throw error
      }))
      store.keepKey(importId, { key: chapter.importKey, chapterId: id, path })
      return { chapterId: id }
    },
    replaceChapter: (chapter) => replaceChapter(parts, chapter),
    existing: async (importKey) => {
      const made = store.key(importKey)
      return made !== null && live(made.chapterId)
    },
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

const isLive = (project: OpenedProject, table: 'StoryAct' | 'StoryChapter', id: string): boolean => project.projectDb.prepare(`SELECT 1 FROM ${table} WHERE id = ?`).get(id) !== undefined

function freeName(project: OpenedProject, kind: 'act' | 'chapter', wanted: string): string {
  const taken = project.projectDb.prepare(`SELECT 1 FROM ${kind === 'act' ? 'StoryAct' : 'StoryChapter'} WHERE name = ?`)
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wanted : `${wanted}-${n}`
    if (!taken.get(name)) return name
  }
}

function appliedId(payload: unknown): string | null {
  if (typeof payload !== 'object' || payload === null) return null
  if ('id' in payload && typeof payload.id === 'string') return payload.id
  return 'saved' in payload ? appliedId(payload.saved) : null
}

/** What a journal of this import knows about acts and chapters, from the keys in the store. */
export const isActKey = (chapterId: string): boolean => chapterId.startsWith(actMark)
export const actIdOf = (chapterId: string): string => chapterId.slice(actMark.length)
