import type { Output } from '@shared/procedures'
import type { Scene } from '@shared/story'
import { useText } from '../../../i18n/text'
import { useReadOnly } from '../../../stores/app'
import { useChapterDrawer } from '../../../stores/chapter-drawer'
import { useStory } from '../../../stores/story'
import { Button } from '../../../ui/button'
import { chaptersOf } from '../board/board-model'
import { addChapterScene } from './scene-actions'
import { useBrief } from './use-brief'

type Brief = Output<'story.brief'>

/** The missing step, done or led to: a scene, a scene's time, who and where it is, who knows what. */
function step(state: Brief['status'], chapterId: string, scenes: readonly Scene[], pending: readonly string[]): void {
  const drawer = useChapterDrawer.getState()
  const living = scenes.filter((scene) => scene.status !== 'archived')
  if (state === 'needs_plot') return void addChapterScene(chapterId)
  if (state === 'needs_chapter_brief') return drawer.askFocus(`chapter:${chapterId}:brief.readerKnows`)
  const timeless = living.find(({ worldAnchor: at }) => (at.startTime ?? at.startInstant) === null || (at.endTime ?? at.endInstant) === null)
  const scene = living.find(({ id }) => pending.includes(id)) ?? timeless ?? living[0]
  if (!scene) return
  const field = state === 'needs_world_context' ? 'worldAnchor.subjectIds' : (scene.worldAnchor.startTime ?? scene.worldAnchor.startInstant) === null ? 'worldAnchor.startTime' : 'worldAnchor.endTime'
  drawer.unfold(scene.id)
  drawer.askFocus(`scene:${scene.id}:${field}`)
}

/** How far a chapter is from being written, and the step that is missing (02 §11). */
export function ReadinessLine({ chapterId, scenes }: { chapterId: string; scenes: readonly Scene[] }) {
  const t = useText()
  const outline = useStory((s) => s.outline)
  const { brief } = useBrief(chapterId, 'autonomous')
  const readOnly = useReadOnly()
  const row = outline ? chaptersOf(outline).find((one) => one.id === chapterId) : undefined
  const state = brief?.status ?? row?.readiness
  if (!state) return null
  return (
    <div className="readiness" data-testid="readiness" data-state={state}>
      <span className="dot" data-state={state} aria-hidden />
      <span className="readiness-words">{t(`story.${state}`)}</span>
      {state !== 'ready' && <Button size="small" kind="primary" testId="readiness-step" disabled={readOnly} onClick={() => step(state, chapterId, scenes, brief?.pendingScenes ?? [])}>{t(`board.step.${state}`)}</Button>}
    </div>
  )
}
