import type { PromiseView } from '@shared/story-ledgers'
import { useText } from '../../../i18n/text'
import { word } from '../labels'
import type { ChapterPlaces } from './chapter-places'
import { sideBySide } from './promise-rules'

const markWidth = 19
const percent = (number: number, chapters: number): string => `${(Math.min(Math.max(number - 0.5, 0.5), chapters) / Math.max(chapters, 1)) * 100}%`

function useLine(promise: PromiseView): string {
  const t = useText()
  const placed = promise.beats.map((beat) => t('board.beatAt', { kind: word(t, 'beat', beat.kind), place: beat.chapter ? t('board.chapterNumber', { number: beat.chapter.number }) : t('board.noChapter') }))
  return placed.length === 0 ? t('board.noBeats') : placed.join(t('board.listComma'))
}

/** The beats of a promise over the chapters, with its deadline: filled marks are written, hollow ones planned. */
export function BeatStrip({ promise, places }: { promise: PromiseView; places: ChapterPlaces }) {
  const t = useText()
  const line = useLine(promise)
  const chapters = places.count
  const shown = promise.beats.filter((beat) => beat.state !== 'archived')
  const shifts = sideBySide(shown.map((beat) => beat.chapter?.number ?? null))
  const deadline = places.numberOf.get(promise.deadlineChapterId ?? '')
  return (
    <span className="beat-strip" role="img" aria-label={line} title={line} data-testid="beat-strip">
      {deadline !== undefined && <span className="beat-deadline" style={{ left: percent(deadline, chapters) }} />}
      {shown.map((beat, at) => beat.chapter && <span key={beat.scene.id} className="beat" data-kind={beat.kind} data-state={beat.state} style={{ left: `calc(${percent(beat.chapter.number, chapters)} + ${(shifts[at] ?? 0) * markWidth}px)` }}>{t(`board.beatMark.${beat.kind}`)}</span>)}
    </span>
  )
}
