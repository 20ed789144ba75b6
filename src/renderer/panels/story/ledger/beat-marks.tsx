import type { BeatKind } from '@shared/story-ledgers'
import { useText } from '../../../i18n/text'
import { word } from '../labels'

export interface Mark { kind: BeatKind; promise: string }

/** What a scene does for promises, as small marks; the whole of it on hover and for screen readers. */
export function BeatMarks({ marks }: { marks: readonly Mark[] }) {
  const t = useText()
  if (marks.length === 0) return null
  const line = marks.map(({ kind, promise }) => t('board.beatOf', { kind: word(t, 'beat', kind), title: promise })).join(t('board.listComma'))
  return (
    <span className="beat-marks" role="img" aria-label={line} title={line} data-testid="beat-marks">
      {marks.slice(0, 4).map(({ kind, promise }) => <span key={`${kind} ${promise}`} className="beat" data-kind={kind}>{t(`board.beatMark.${kind}`)}</span>)}
      {marks.length > 4 && <span>{`+${marks.length - 4}`}</span>}
    </span>
  )
}
