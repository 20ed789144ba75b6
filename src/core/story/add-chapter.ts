import type { By } from '../project/types'
import type { StoryWithProse } from './trash-with-prose'

const author: By = { actor: 'author', sessionId: null, callId: null }
export interface NewChapter { title: string; actId: string | null; at?: number | undefined }
interface Listed { id: string; name: string; order: number; act: { id: string } | null }

/** After the act's last chapter, so that a new one does not stand behind later acts; ungrouped ones come last. */
const placeIn = (chapters: readonly Listed[], actId: string | null): number | undefined => {
  const last = actId === null ? undefined : chapters.findLast((chapter) => chapter.act?.id === actId)
  return last === undefined ? undefined : last.order + 1
}

/** The volume folder where the act's texts lie already, else one of the act's name. */
async function volumeOf({ story, manuscript }: StoryWithProse, chapters: readonly Listed[], actId: string | null): Promise<string | null> {
  if (actId === null) return null
  const names = new Set<string | null>(chapters.filter((chapter) => chapter.act?.id === actId).map((chapter) => chapter.name))
  const neighbour = (await manuscript.prose()).findLast((node) => names.has(node.chapterName))
  const [top, volume, ...rest] = neighbour?.path.split('/') ?? []
  return top === 'manuscript' && volume !== undefined && rest.length > 1 ? volume : story.get('act', actId).name
}

/** A name no chapter has and no text names, so that a new chapter never takes over a text that is there. */
async function freeChapterName({ story, manuscript }: StoryWithProse, wanted: string): Promise<string> {
  const named = new Set((await manuscript.prose()).map((node) => node.chapterName))
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wanted : `${wanted}-${n}`
    if (!named.has(name) && story.freeName('chapter', name) === name) return name
  }
}

/** A chapter with an empty text, as the window adds it; undo takes both back. */
export async function addChapter(parts: StoryWithProse, { title, actId, at }: NewChapter): Promise<{ id: string; path: string; undoId: string | null }> {
  const { story, manuscript } = parts
  const chapters = allChapters(parts)
  const place = at ?? placeIn(chapters, actId)
  const name = await freeChapterName(parts, `ch-${String(chapters.length + 1).padStart(2, '0')}`)
  const volume = await volumeOf(parts, chapters, actId)
  const fields = { name, title, actId, ...(place === undefined ? {} : { sortOrder: place }) }
  const { id, undoId } = story.save({ kind: 'chapter', action: 'create', id: null, fields }, { by: author, exactlyOnce: null })
  try {
    const path = await manuscript.addChapter({ name, title, volume })
    if (undoId !== null) story.attachUndoFiles(undoId, { restore: [], trash: [path.replace(/\/index\.md$/u, '')] })
    return { id, path, undoId }
  } catch (error) {
    if (undoId !== null) story.undo(undoId)
    throw error
  }
}

const allChapters = ({ story }: StoryWithProse): Listed[] => story.chapters({ limit: Number.MAX_SAFE_INTEGER }).items as unknown as Listed[]
