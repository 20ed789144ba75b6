import { useText } from '../../i18n/text'
import { visibleText } from '@shared/visible-text'
import type { Completion } from './use-completion'

export const listId = 'composer-choices'
export const choiceId = (at: number): string => `${listId}-${at}`

const intoView = (row: HTMLLIElement | null): void => row?.scrollIntoView({ block: 'nearest' })

/** What can be chosen for what is being named, above the composer; the keys stay in the words. */
export function CompletionList({ completion }: { completion: Completion }) {
  const t = useText()
  const { naming, choices, at, pick } = completion
  if (naming === null || choices === null) return null
  if (choices.length === 0) return naming.query === '' ? null : <p className="composer-choices muted" role="status">{t('sessions.namingNone')}</p>
  return (
    <div className="composer-choices" data-testid="composer-choices" data-kind={naming.kind}>
      <ul id={listId} role="listbox" tabIndex={0} aria-label={t('sessions.naming')}>
        {choices.map((choice, n) => (
          <li key={choice.id} ref={n === at ? intoView : null} id={choiceId(n)} role="option" aria-selected={n === at} data-testid="composer-choice" data-id={choice.id} onMouseDown={(event) => { event.preventDefault(); pick(choice) }}>
            <span className="ellipsis" data-user-content={choice.own ? '' : undefined}>{visibleText(choice.title)}</span>{choice.hint !== '' && <span className="ellipsis muted" data-user-content>{visibleText(choice.hint)}</span>}
          </li>
        ))}
      </ul>
      <p className="muted composer-choices-keys">{t('sessions.namingKeys')}</p>
    </div>
  )
}
