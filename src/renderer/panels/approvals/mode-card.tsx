import { WorkMode, type Effect } from '@shared/tool-result'
import { useText } from '../../i18n/text'
import { ReplyText } from '../sessions/reply-text'
import { visibleText } from '@shared/visible-text'

/** Another work mode, in the words of the mode list. */
export function ModeCard({ effect }: { effect: Effect }) {
  const t = useText()
  const word = (mode: string | null) => { const known = WorkMode.safeParse(mode); return known.success ? t(`sessions.mode.${known.data}`) : visibleText(mode ?? '') }
  return (
    <li className="effect" data-kind="mode" data-id={effect.target}>
      <p className="effect-head"><strong>{t('approvals.action.mode')}</strong><span>{t('approvals.modeChange', { from: word(effect.before), to: word(effect.after) })}</span></p>
      {effect.preview !== '' && <p data-user-content>{visibleText(effect.preview)}</p>}
    </li>
  )
}

/** The plan as it reads, not as it is typed (09 §7). */
export function PlanCard({ effect }: { effect: Effect }) {
  const t = useText()
  return (
    <li className="effect" data-kind="plan" data-id={effect.target}>
      <p className="effect-head"><strong>{t('approvals.plan')}</strong><span className="muted" data-user-content>{visibleText(effect.target)}</span></p>
      <ReplyText text={visibleText(effect.preview)} />
    </li>
  )
}
