import { useText } from '../../../i18n/text'
import { beatKinds, word } from '../labels'
import { percentOf } from './beat-strip'
import { scaleOf } from './promise-rules'

/** The chapters the beats below stand over, and what their marks mean. */
export function BeatScale({ chapters }: { chapters: number }) {
  const t = useText()
  return (
    <div className="beat-scale" data-testid="beat-scale">
      <p className="beat-legend muted">
        {beatKinds.map((kind) => <span key={kind}><span className="beat" data-kind={kind} aria-hidden>{t(`board.beatMark.${kind}`)}</span> {word(t, 'beat', kind)}</span>)}
        <span><span className="beat" data-state="factual" aria-hidden /> {t('board.beatState.factual')}</span>
        <span><span className="beat" data-state="planned" aria-hidden /> {t('board.beatState.planned')}</span>
        <span><span className="beat-deadline" aria-hidden /> {t('board.deadlineMark')}</span>
      </p>
      <span className="beat-ticks" aria-hidden>
        {scaleOf(chapters).map((number, at) => <span key={number} className="muted" data-testid="beat-tick" data-value={number} style={{ left: percentOf(number, chapters) }}>{at === 0 ? t('board.chapterNumber', { number }) : number}</span>)}
      </span>
      <span className="promise-state" aria-hidden />
    </div>
  )
}
