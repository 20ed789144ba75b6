import type { Session } from '@shared/session'
import { useText } from '../../i18n/text'
import { Button } from '../../ui/button'
import { visibleText } from '@shared/visible-text'
import { closeCommands, type Choice } from './choices'

/** A command there is not: nothing was sent; what may have been meant can be chosen here. */
export function UnknownCommand({ id, session, onPick }: { id: string; session: Session | null; onPick: (choice: Choice) => void }) {
  const t = useText()
  const close = closeCommands(session, id)
  return (
    <div className="unknown-command" data-testid="unknown-command" role="alert">
      <p>{t('sessions.unknownCommand')}<span data-user-content>/{visibleText(id)}</span></p>
      {close.length > 0 && <div className="row"><span>{t('sessions.unknownCommandClose')}</span>{close.map((choice) => <Button key={choice.id} size="small" testId={`command-${choice.id}`} onClick={() => onPick(choice)}>{choice.title} <span className="muted" data-user-content>{choice.hint}</span></Button>)}</div>}
      <p className="muted">{t('sessions.unknownCommandHint')}</p>
    </div>
  )
}
