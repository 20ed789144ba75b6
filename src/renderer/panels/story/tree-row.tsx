import { ChevronDown, ChevronRight } from 'lucide-react'
import { currentLocale, useText } from '../../i18n/text'
import { useStoryTree } from '../../stores/story-tree'
import { RenameField } from './fields/rename-field'
import { renameRow } from './tree-actions'
import type { TreeRow } from './tree-rows'

const testIds = { act: 'tree-act', chapter: 'tree-chapter', scene: 'tree-scene', orphan: 'tree-orphan', heading: undefined } as const
export const rowTestId = (row: TreeRow) => testIds[row.kind]
const sceneState = { draft: 'story.sceneDraft', active: 'story.sceneActive', written: 'story.sceneWritten', revised: 'story.sceneRevised', archived: 'story.sceneArchived' } as const
const isSceneState = (status: string): status is keyof typeof sceneState => Object.hasOwn(sceneState, status)

function Rename({ row }: { row: TreeRow }) {
  const done = (title: string, byKeys: boolean) => {
    void renameRow(row, title)
    if (byKeys) document.querySelector<HTMLElement>('[data-testid="story-tree"]')?.focus({ preventScroll: true })
  }
  return <RenameField title={row.title} className="tree-rename" onDone={done} />
}

function Twisty({ row }: { row: TreeRow }) {
  const t = useText()
  const toggle = useStoryTree((s) => s.toggle)
  if (row.kind !== 'act' && (row.kind !== 'chapter' || row.chapter.scenes.length === 0)) return <span className="tree-twisty" />
  const Icon = row.open ? ChevronDown : ChevronRight
  return <button type="button" className="tree-twisty" tabIndex={-1} aria-label={t(row.open ? 'story.collapse' : 'story.expand')} onClick={(event) => { event.stopPropagation(); toggle(row.key, row.kind, !row.open) }}><Icon size={14} aria-hidden /></button>
}

function End({ row }: { row: TreeRow }) {
  const t = useText()
  if (row.kind === 'scene') return isSceneState(row.scene.status) ? <span className="tree-words">{t(sceneState[row.scene.status])}</span> : null
  if (row.kind === 'heading') return null
  const gone = row.kind === 'chapter' && row.gone
  const words = row.kind === 'chapter' && row.chapter.prose.length === 0 ? t(gone ? 'story.proseGone' : 'story.noProse') : row.words.toLocaleString(currentLocale())
  return (
    <>
      <span className={gone ? 'tree-words bad' : 'tree-words'} data-value={row.words} data-testid={gone ? 'tree-prose-gone' : undefined}>{words}</span>
      {row.kind === 'chapter' && <span className="dot" role="img" data-state={row.chapter.readiness} data-testid="tree-readiness" aria-label={t(`story.${row.chapter.readiness}`)} title={t(`story.${row.chapter.readiness}`)} />}
    </>
  )
}

/** What stands in a row: fold, number, title, 字数, readiness. */
export function TreeRowBody({ row }: { row: TreeRow }) {
  const t = useText()
  const editing = useStoryTree((s) => s.editing === row.key)
  if (row.kind === 'heading') return <span className="tree-heading">{t(row.title)}</span>
  return (
    <>
      <Twisty row={row} />
      {row.kind === 'chapter' && <span className="tree-number" data-value={row.chapter.number}>{row.chapter.number}</span>}
      {editing ? <Rename row={row} /> : <span className="tree-title ellipsis" data-user-content>{row.title}</span>}
      {!editing && <End row={row} />}
    </>
  )
}
