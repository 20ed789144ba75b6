import type { PromiseView } from '@shared/story-ledgers'
import { useText } from '../../../i18n/text'
import { useStory } from '../../../stores/story'
import { word } from '../labels'

const percent = (number: number, chapters: number): string => `${(Math.min(Math.max(number - 0.5, 0.5), chapters) / Math.max(chapters, 1)) * 100}%`

function useLine(promise: PromiseView): string {
  const t = useText()
  const placed = promise.beats.map((beat) => t('board.beatAt', { kind: word(t, 'beat', beat.kind), place: beat.chapter ? t('board.chapterNumber', { number: beat.chapter.number }) : t('board.noChapter') }))
  return placed.length === 0 ? t('board.noBeats') : placed.join(t('board.listComma'))
}

/** The beats of a promise over the chapters, with its deadline: filled marks are written, hollow ones planned. */
export function BeatStrip({ promise }: { promise: PromiseView }) {
  const t = useText()
  const line = useLine(promise)
  const chapters = useStory((s) => (s.outline ? s.outline.acts.reduce((n, { chapters }) => n + chapters.length, s.outline.ungrouped.length) : 0))
  const deadline = useStory((s) => {
    const { outline } = s
    return outline && promise.deadlineChapterId !== null ? [...outline.acts.flatMap((act) => act.chapters), ...outline.ungrouped].find((chapter) => chapter.id === promise.deadlineChapterId)?.number : undefined
  })
  return (
    <span className="beat-strip" role="img" aria-label={line} title={line} data-testid="beat-strip">
      {deadline !== undefined && <span className="beat-deadline" style={{ left: percent(deadline, chapters) }} />}
      {promise.beats.map((beat) => beat.chapter && <span key={beat.scene.id} className="beat" data-kind={beat.kind} data-state={beat.state} style={{ left: percent(beat.chapter.number, chapters) }}>{t(`board.beatMark.${beat.kind}`)}</span>)}
    </span>
  )
}
