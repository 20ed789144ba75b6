import type { Effect } from '@shared/tool-result'
import { messages, type MessageKey } from '@shared/i18n'
import { useText } from '../../i18n/text'
import { visibleText } from './visible-text'

const isKey = (key: string): key is MessageKey => Object.hasOwn(messages, key)
const shown = (value: unknown) => (value === null || value === undefined ? '—' : typeof value === 'string' ? value : JSON.stringify(value))
const lineKind = (line: string) => (line.startsWith('+++') || line.startsWith('---') || line.startsWith('@@') ? 'head' : line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'same')

/** A unified diff, each line marked by sign and colour, never colour alone. */
export function DiffText({ text }: { text: string }) {
  return <pre className="diff" data-user-content>{visibleText(text).split('\n').map((line, i) => <span key={i} data-line={lineKind(line)}>{line}{'\n'}</span>)}</pre>
}

function OneEffect({ effect }: { effect: Effect }) {
  const t = useText()
  const key = `approvals.action.${effect.action}`
  const characters = effect.fields?.find((field) => field.field === 'characters')
  const fields = effect.fields?.filter((field) => field.field !== 'characters') ?? []
  return (
    <li className="effect" data-kind={effect.kind} data-id={effect.target}>
      <p className="effect-head"><strong>{isKey(key) ? t(key) : effect.action}</strong><span data-user-content>{visibleText(effect.target)}</span>
        {characters && <span className="muted">{t('approvals.charsBefore', { count: Number(characters.from ?? 0) })} → {t('approvals.charsAfter', { count: Number(characters.to ?? 0) })}</span>}</p>
      {fields.length > 0 && (
        <table className="effect-fields" data-user-content><tbody>{fields.map((field) => <tr key={field.field}><th scope="row">{field.field}</th><td data-line="removed">{visibleText(shown(field.from))}</td><td data-line="added">{visibleText(shown(field.to))}</td></tr>)}</tbody></table>
      )}
      {effect.preview !== '' && <DiffText text={effect.preview} />}
    </li>
  )
}

/** Everything that will happen, and nothing else. */
export function Effects({ effects }: { effects: readonly Effect[] }) {
  const t = useText()
  if (effects.length === 0) return <p className="muted">{t('approvals.noEffect')}</p>
  return <ul className="effects">{effects.map((effect, i) => <OneEffect key={i} effect={effect} />)}</ul>
}
