import type { PromiseBeat, PromiseView } from '@shared/story-ledgers'
import { useText } from '../../../i18n/text'
import { word } from '../labels'
import type { ChapterPlaces } from './chapter-places'
import { sideBySide } from './promise-rules'

const markWidth = 19
/** Where a chapter stands along a strip. */
export const percentOf = (number: number, chapters: number): string => `${(Math.min(Math.max(number - 0.5, 0.5), chapters) / Math.max(chapters, 1)) * 100}%`

type T = ReturnType<typeof useText>
/** What one beat does, where, and whether it is written. */
function beatWords(t: T, { kind, chapter, scene, state }: PromiseBeat): string {
  const place = chapter ? `${t('board.chapterNumber', { number: chapter.number })} ${scene.title}` : scene.title
  return `${t('board.beatAt', { kind: word(t, 'beat', kind), place })}${t('board.inBrackets', { words: word(t, 'beatState', state) })}`
}

/** The beats of a promise over the chapters, with its deadline: filled marks are written, hollow ones planned. */
export function BeatStrip({ promise, places }: { promise: PromiseView; places: ChapterPlaces }) {
  const t = useText()
  const line = promise.beats.length === 0 ? t('board.noBeats') : promise.beats.map((beat) => beatWords(t, beat)).join(t('board.listComma'))
  const chapters = places.count
  const shown = promise.beats.filter((beat) => beat.state !== 'archived')
  const shifts = sideBySide(shown.map((beat) => beat.chapter?.number ?? null))
  const deadline = places.numberOf.get(promise.deadlineChapterId ?? '')
  return (
    <span className="beat-strip" role="img" aria-label={line} title={line} data-testid="beat-strip">
      {deadline !== undefined && <span className="beat-deadline" title={t('board.untilChapter', { number: deadline })} style={{ left: percentOf(deadline, chapters) }} />}
      {shown.map((beat, at) => beat.chapter && <span key={beat.scene.id} className="beat" data-kind={beat.kind} data-state={beat.state} title={beatWords(t, beat)} style={{ left: `calc(${percentOf(beat.chapter.number, chapters)} + ${(shifts[at] ?? 0) * markWidth}px)` }}>{t(`board.beatMark.${beat.kind}`)}</span>)}
    </span>
  )
}
