import { ChevronDown, ChevronRight, Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Scene } from '@shared/story'
import { useText } from '../../../i18n/text'
import { useReadOnly } from '../../../stores/app'
import { useBoard } from '../../../stores/board'
import { useChapterDrawer } from '../../../stores/chapter-drawer'
import { useStoryChanges } from '../../../stores/story-changes'
import { Button } from '../../../ui/button'
import { moveInList } from '../../../ui/list-keys'
import { useMarks } from '../board/use-board'
import { EarlierMark } from '../earlier-mark'
import { useEarlierInReading } from '../earlier'
import { word } from '../labels'
import { BeatMarks, type Mark } from '../ledger/beat-marks'
import { DrawerSection } from './drawer-section'
import { addChapterScene } from './scene-actions'
import { SceneForm } from './scene-form'
import { showInDrawer } from './show-in-drawer'

function SceneItem({ scene, open, marks, earlier }: { scene: Scene; open: boolean; marks: readonly Mark[]; earlier: string | undefined }) {
  const t = useText()
  const unfold = useChapterDrawer((s) => s.unfold)
  const fresh = useStoryChanges((s) => s.unseen.has(`scene:${scene.id}`))
  const box = useRef<HTMLLIElement>(null)
  const wanted = useChapterDrawer((s) => s.revealScene === scene.id)
  useEffect(() => {
    if (!wanted) return
    showInDrawer(box.current, 'start')
    useChapterDrawer.getState().revealed()
  }, [wanted])
  const Icon = open ? ChevronDown : ChevronRight
  const toggle = () => { unfold(open ? null : scene.id); useStoryChanges.getState().seen(`scene:${scene.id}`) }
  return (
    <li ref={box} className="drawer-scene" data-testid="drawer-scene" data-id={scene.id} data-state={scene.status} data-open={open} data-fresh={fresh}>
      <button type="button" data-row className="drawer-scene-head" aria-expanded={open} onClick={toggle}>
        <Icon size={14} aria-hidden />
        <span className="ellipsis" data-user-content>{scene.title}</span>
        <EarlierMark than={earlier} />
        <BeatMarks marks={marks} />
        <span className="board-state" data-state={scene.status}>{word(t, 'sceneStatus', scene.status)}</span>
      </button>
      {open && earlier !== undefined && <p className="muted small earlier-line">{t('board.earlierThan', { title: earlier })}</p>}
      {open && <SceneForm scene={scene} inChapter />}
    </li>
  )
}

/** The scenes of the chapter in order, each with its own fields. */
export function ChapterScenes({ chapterId, scenes }: { chapterId: string; scenes: readonly Scene[] }) {
  const t = useText()
  const openScene = useChapterDrawer((s) => s.openScene)
  const readOnly = useReadOnly()
  const showArchived = useBoard((s) => s.showArchived)
  const marks = useMarks()
  const earlier = useEarlierInReading()
  const shown = scenes.filter((scene) => showArchived || scene.status !== 'archived' || scene.id === openScene)
  return (
    <DrawerSection title={t('story.firstScene')} testId="drawer-scenes">
      {shown.length === 0 && <p className="muted">{t('board.noScenes')}</p>}
      <ul className="drawer-scenes" onKeyDown={(event) => { if (event.target instanceof HTMLElement && event.target.matches('[data-row]')) moveInList(event) }}>{shown.map((scene) => <SceneItem key={scene.id} scene={scene} open={scene.id === openScene} marks={marks.get(scene.id) ?? []} earlier={earlier.get(scene.id)} />)}</ul>
      <Button size="small" testId="drawer-add-scene" disabled={readOnly} onClick={() => void addChapterScene(chapterId)}><Plus size={14} aria-hidden />{t('board.newScene')}</Button>
    </DrawerSection>
  )
}
