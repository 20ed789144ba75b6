import { text } from '../../../i18n/text'
import { useChapterDrawer } from '../../../stores/chapter-drawer'
import { useStory } from '../../../stores/story'
import { freshName, save } from '../story-changes'

/** The thread a new scene of a chapter goes to: its last scene's, else the main one, else one made now. */
async function threadFor(chapterId: string): Promise<string | null> {
  const { outline } = useStory.getState()
  const threads = (outline?.threads ?? []).filter((thread) => thread.status !== 'archived')
  const chapters = outline ? [...outline.acts.flatMap((act) => act.chapters), ...outline.ungrouped] : []
  const own = chapters.find((chapter) => chapter.id === chapterId)?.scenes.findLast((scene) => threads.some((thread) => thread.id === scene.threadId))?.threadId
  const thread = own ?? threads.find((one) => one.isMainThread)?.id ?? threads[0]?.id
  if (thread !== undefined) return thread
  return (await save({ kind: 'thread', fields: { name: freshName('thread'), title: text('board.mainThreadTitle'), isMainThread: true } }))?.id ?? null
}

/** Adds a scene to a chapter and lets the author name it at once. */
export async function addChapterScene(chapterId: string): Promise<void> {
  const threadId = await threadFor(chapterId)
  if (threadId === null) return
  const done = await save({ kind: 'scene', fields: { threadId, chapterId, title: text('board.newSceneTitle') } })
  if (!done) return
  const drawer = useChapterDrawer.getState()
  await drawer.load()
  drawer.unfold(done.id)
  drawer.askFocus(`scene:${done.id}:title`)
}
