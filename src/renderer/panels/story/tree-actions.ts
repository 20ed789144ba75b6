import { call } from '../../bridge/call'
import { currentLocale, text } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { useLayout } from '../../stores/layout'
import { attempt, inform } from '../../stores/notices'
import { useStory } from '../../stores/story'
import { useStoryTree } from '../../stores/story-tree'
import { noteTrashed } from '../../stores/taken-back'
import { chineseNumber } from './chinese-number'
import { inOrder } from './in-order'
import { stand } from './stand'
import { change, freshName, informUndo, moveNow, trashedText } from './story-changes'
import { nextActTitle, nextTitle } from './tree-numbers'
import { newChapterPlace, readingOrder, stepMove, type Move } from './tree-moves'
import { treeRows, type TreeRow } from './tree-rows'

const tree = () => useStoryTree.getState()
const numbered = (number: number) => (currentLocale() === 'zh-CN' ? chineseNumber(number) : number)

/** A scene that changes its chapter stays in sight there. */
async function moveInSight(move: Move): Promise<void> {
  const moved = await moveNow(move)
  if (moved && move.list === 'chapter' && typeof move.parent === 'string') tree().toggle(`chapter:${move.parent}`, 'chapter', true)
}

export const moveRow = (move: Move): Promise<void> => inOrder(() => moveInSight(move))

/** One place on from where the row stands when its turn comes. */
export const stepRow = (key: string, step: -1 | 1): Promise<void> => inOrder(async () => {
  const { outline } = useStory.getState()
  const row = outline && treeRows(outline, tree().expanded, tree().closed).find((one) => one.key === key)
  const move = outline && row ? stepMove(outline, row, step) : null
  if (move) await moveInSight(move)
})

/** Adds a chapter after the current one (or at the end), opens its text and lets the author type at once; a single letter pressed by chance is `said`, and taken back with a click. */
export const addChapter = (after: TreeRow | null = null, said = false): Promise<void> => inOrder(async () => {
  const { outline } = useStory.getState()
  const place = outline ? newChapterPlace(outline, after) : { actId: null }
  const words = { numbered: (number: number) => text('story.newChapterTitle', { number: numbered(number) }), plain: (copy: number) => `${text('story.newChapterPlain')}${copy === 1 ? '' : ` ${copy}`}` }
  const made = await attempt(() => call('story.addChapter', { project: projectId(), title: nextTitle(outline ? readingOrder(outline) : [], { at: 0, ...place }, words), ...place }))
  if (!made) return
  tree().pushUndo(made.undoId)
  await useStory.getState().load()
  tree().select(`chapter:${made.id}`)
  useLayout.getState().openText(made.path)
  if (said) informUndo(text('story.chapterAdded'), made.undoId)
})

export const addAct = (): Promise<void> => inOrder(async () => {
  const acts = useStory.getState().outline?.acts ?? []
  const name = `act-${Date.now().toString(36)}`
  const done = await attempt(() => call('story.save', { project: projectId(), kind: 'act', fields: { name, title: nextActTitle(acts.map(({ act }) => act.title), (number) => text('story.newActTitle', { number: numbered(number) })) } }))
  if (!done) return
  tree().pushUndo(done.undoId)
  await useStory.getState().load()
  tree().select(`act:${done.id}`)
  tree().edit(`act:${done.id}`)
  const loose = useStory.getState().outline?.ungrouped.length ?? 0
  if (acts.length === 0 && loose > 0) inform(text('story.loose', { count: loose }), { label: text('story.adoptNow'), run: () => void adopt(done.id) })
})

/** All chapters of no act go into one, in the order they stand in; their numbers stay. */
export const adopt = (actId: string): Promise<void> => inOrder(async () => {
  const loose = useStory.getState().outline?.ungrouped ?? []
  for (const { id } of loose) {
    const done = await attempt(() => call('story.save', { project: projectId(), kind: 'chapter', id, fields: { actId } }))
    if (!done) break
    tree().pushUndo(done.undoId)
  }
  await useStory.getState().load()
})

export async function renameRow(row: TreeRow, title: string): Promise<void> {
  tree().edit(null)
  if (title.trim() === '' || title === row.title || (row.kind !== 'act' && row.kind !== 'chapter' && row.kind !== 'scene')) return
  await change(() => call('story.save', { project: projectId(), kind: row.kind as 'act' | 'chapter' | 'scene', id: row.id, fields: { title: title.trim() } }))
}

/** To the trash, saying how much text goes along; Undo is one click away. */
export const trashRow = (row: TreeRow): Promise<void> => inOrder(async () => {
  if (row.kind !== 'act' && row.kind !== 'chapter' && row.kind !== 'scene') return
  const { kind, id, title } = row
  const done = await attempt(() => call('story.trash', { project: projectId(), kind, id, withProse: true }))
  if (!done) return
  tree().pushUndo(done.undoId)
  noteTrashed(done.item, done.undoId)
  for (const prose of row.kind === 'chapter' ? row.chapter.prose : []) useLayout.getState().closeText(prose.path)
  await useStory.getState().load()
  const back = async () => { tree().forgetUndo(done.undoId); await attempt(() => call('trash.restore', { project: projectId(), id: done.item })); await useStory.getState().load(); stand(kind, id) }
  inform(trashedText(title, done.words), { label: text('common.undo'), undoId: done.undoId, run: () => void inOrder(back) })
})

function textOf(row: TreeRow): string | undefined {
  if (row.kind === 'orphan') return row.prose.path
  return (row.kind === 'chapter' ? row.chapter.prose[0] : row.kind === 'scene' ? proseOfScene(row.scene.chapterId) : undefined)?.path
}

/** Enter, a double click, the menu: into the text of the row; an act folds. */
export function openRow(row: TreeRow): void {
  const path = textOf(row)
  if (path !== undefined) useLayout.getState().openText(path)
  if (row.kind === 'act') tree().toggle(row.key, 'act', !row.open)
}

/** A click: the text of the row beside the tree, which keeps the keys. */
export function showRow(row: TreeRow): void {
  const path = textOf(row)
  if (path !== undefined) useLayout.getState().showText(path)
}

function proseOfScene(chapterId: string | null) {
  const outline = useStory.getState().outline
  if (!outline || chapterId === null) return undefined
  return [...outline.acts.flatMap((act) => act.chapters), ...outline.ungrouped].find((chapter) => chapter.id === chapterId)?.prose[0]
}

export const linkOrphan = (path: string, chapterName: string) => attempt(async () => { await call('story.linkProse', { project: projectId(), path, chapterName }); await useStory.getState().load() })

/** A text of no chapter becomes the last chapter, under its own title. */
export async function makeChapter(path: string, title: string): Promise<void> {
  const name = freshName('chapter')
  const made = await change(() => call('story.save', { project: projectId(), kind: 'chapter', fields: { name, title } }))
  if (!made) return
  await linkOrphan(path, name)
  tree().select(`chapter:${made.id}`)
}
