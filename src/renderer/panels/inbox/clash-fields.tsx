import type { Clash } from '@shared/procedures/inbox'
import { isMessageKey } from '@shared/i18n'
import { useText } from '../../i18n/text'
import { useStory } from '../../stores/story'
import { storyTarget, storyValue } from '../approvals/story-words'
import { visibleText } from '@shared/visible-text'

const shown = (value: unknown): string => (value === null || value === undefined || value === '' ? '—' : typeof value === 'string' ? value : JSON.stringify(value, null, 1))

/** Each field as it was, as the change made it, as it is now. */
export function ClashFields({ fields }: { fields: Clash['fields'] }) {
  const t = useText()
  const outline = useStory((s) => s.outline)
  const name = (field: string) => { const key = `approvals.field.${field.replace(/^brief\./u, '')}`; return isMessageKey(key) ? t(key) : field }
  const say = (field: string, value: unknown) => visibleText(storyValue(field, value, outline, t) ?? shown(value))
  return (
    <table className="effect-fields clash-fields">
      <thead><tr><th scope="col">{t('inbox.field')}</th><th scope="col">{t('inbox.before')}</th><th scope="col">{t('inbox.after')}</th><th scope="col">{t('inbox.now')}</th></tr></thead>
      <tbody>
        {fields.map(({ target, field, before, after, now }) => (
          <tr key={`${target} ${field}`} data-field={field}>
            <th scope="row"><span data-user-content>{visibleText(storyTarget(target, t))}</span>{field !== '' && <> · {name(field)}</>}</th>
            {field === '' ? <td colSpan={3}>{t('inbox.removedSince')}</td> : <><td data-user-content>{say(field, before)}</td><td data-user-content>{say(field, after)}</td><td data-user-content>{say(field, now)}</td></>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
