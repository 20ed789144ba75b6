import type { StoryOutline } from '@shared/procedures/story'
import { shownKeys } from '../../commands/keys'
import { text } from '../../i18n/text'
import { useChapterDrawer } from '../../stores/chapter-drawer'
import { useLayout } from '../../stores/layout'
import { useStoryTree } from '../../stores/story-tree'
import type { MenuRow } from '../../ui/menu'
import { addAct, addChapter, adopt, linkOrphan, makeChapter, openRow, stepRow, trashRow } from './tree-actions'
import { stepMove } from './tree-moves'
import type { TreeRow } from './tree-rows'

function orphanMenu(row: TreeRow & { kind: 'orphan' }, outline: StoryOutline, readOnly: boolean): MenuRow[] {
  const bare = [...outline.acts.flatMap((act) => act.chapters), ...outline.ungrouped].filter((chapter) => chapter.prose.length === 0).slice(0, 8)
  return [{ label: text('story.openProse'), keys: 'Enter', leaves: true, onSelect: () => openRow(row) }, { label: text('story.makeChapter'), disabled: readOnly, onSelect: () => void makeChapter(row.prose.path, row.title) }, ...bare.map((chapter) => ({ label: text('story.linkTo', { title: chapter.title }), onSelect: () => void linkOrphan(row.prose.path, chapter.name) }))]
}

/** The plan beside the text: a chapter's, a scene's within its chapter, an act's summary. */
function planRow(row: Exclude<TreeRow, { kind: 'orphan' }>): MenuRow[] {
  const { open } = useChapterDrawer.getState()
  if (row.kind === 'chapter') return [{ label: text('board.plan'), keys: shownKeys('Mod+D'), testId: 'menu-plan', onSelect: () => open({ kind: 'chapter', id: row.id }) }]
  if (row.kind === 'act') return [{ label: text('board.groupPlan'), onSelect: () => open({ kind: 'act', id: row.id }) }]
  const id = row.kind === 'scene' ? row.scene.chapterId : null
  return id === null ? [] : [{ label: text('board.plan'), keys: shownKeys('Mod+D'), onSelect: () => open({ kind: 'chapter', id }, { openScene: row.id }) }]
}

/** A chapter may have several texts; each can be opened. */
const otherTexts = (row: TreeRow): MenuRow[] =>
  row.kind === 'chapter' ? row.chapter.prose.slice(1).map((prose, i) => ({ label: text('story.openOther', { number: i + 2, title: prose.title }), leaves: true, onSelect: () => useLayout.getState().openText(prose.path) })) : []

const adoptRow = (row: TreeRow, { ungrouped }: StoryOutline, readOnly: boolean): MenuRow[] =>
  row.kind === 'act' && ungrouped.length > 0 ? [{ label: text('story.adopt', { count: ungrouped.length }), testId: 'menu-adopt', disabled: readOnly, onSelect: () => void adopt(row.id) }] : []

/** Everything that can be done with a row; the same by keys. */
export function rowMenu(row: TreeRow, outline: StoryOutline, readOnly: boolean): MenuRow[] {
  if (row.kind === 'orphan') return orphanMenu(row, outline, readOnly)
  return [
    { label: text(row.kind === 'act' ? (row.open ? 'story.collapse' : 'story.expand') : 'story.openProse'), keys: 'Enter', leaves: row.kind !== 'act', onSelect: () => openRow(row) },
    ...otherTexts(row),
    ...planRow(row),
    { label: text('story.addChapter'), keys: 'N', disabled: readOnly, onSelect: () => void addChapter(row) },
    { label: text('story.addAct'), disabled: readOnly, onSelect: () => void addAct() },
    ...adoptRow(row, outline, readOnly),
    'separator',
    { label: text('story.rename'), keys: 'F2', disabled: readOnly, onSelect: () => useStoryTree.getState().edit(row.key) },
    { label: text('story.moveUp'), keys: 'Alt+↑', disabled: readOnly || stepMove(outline, row, -1) === null, onSelect: () => void stepRow(row.key, -1) },
    { label: text('story.moveDown'), keys: 'Alt+↓', disabled: readOnly || stepMove(outline, row, 1) === null, onSelect: () => void stepRow(row.key, 1) },
    'separator',
    { label: text('story.trash'), keys: 'Del', disabled: readOnly, onSelect: () => void trashRow(row) },
  ]
}
