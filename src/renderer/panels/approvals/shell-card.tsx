import type { Effect } from '@shared/tool-result'
import { isMessageKey } from '@shared/i18n'
import { useText } from '../../i18n/text'
import { visibleText } from '@shared/visible-text'

/** A command that waits: the whole of it, where and how long it would run, and what kind of act it looks like (05 §6). */
export function ShellCard({ effect }: { effect: Effect }) {
  const t = useText()
  const value = (field: string) => String(effect.fields?.find((each) => each.field === field)?.to ?? '')
  const warnings = value('warning').split(', ').filter((word) => word !== '')
  const say = (word: string) => { const key = `approvals.shell.${word}`; return isMessageKey(key) ? t(key) : word }
  // The command alone: its last line is the note, which stands below in the author's language.
  const command = effect.preview.replace(/\n\(effects unknown; files are journalled\)$/, '')
  return (
    <li className="effect" data-kind="shell">
      <p className="effect-head"><strong>{t('approvals.action.run')}</strong>{warnings.map((word) => <span key={word} data-warning={word}>{say(word)}</span>)}</p>
      <pre className="diff" data-user-content data-testid="shell-command">{visibleText(command)}</pre>
      <table className="effect-fields"><tbody>
        {(['cwd', 'timeout', 'program'] as const).map((field) => <tr key={field} data-field={field}><th scope="row">{t(`approvals.shell.${field}`)}</th><td data-user-content>{visibleText(value(field))}</td></tr>)}
      </tbody></table>
      <p className="muted">{t('approvals.shell.journalled')}</p>
    </li>
  )
}
