import type { Effect } from '@shared/tool-result'
import { isMessageKey } from '@shared/i18n'
import { useText } from '../../i18n/text'
import { visibleText } from '@shared/visible-text'

const shownHash = 12

/** A script tool that waits: its real name, every argument, which content would run, and what it says it does (05 §6). */
export function ScriptCard({ effect }: { effect: Effect }) {
  const t = useText()
  const value = (field: string) => effect.fields?.find((each) => each.field === field)?.to
  const claims = String(value('effects') ?? '').split(', ').filter((word) => word !== '')
  const say = (word: string) => { const key = `approvals.script.${word}`; return isMessageKey(key) ? t(key) : word }
  const hash = String(value('content') ?? '')
  return (
    <li className="effect" data-kind="script" data-id={effect.target}>
      <p className="effect-head"><strong>{t('approvals.action.run')}</strong><span>{t('approvals.script.tool')}</span><span data-user-content>{visibleText(effect.target)}</span>{claims.map((word) => <span key={word} data-warning={word}>{say(word)}</span>)}</p>
      <pre className="diff" data-user-content data-testid="script-arguments">{visibleText(JSON.stringify(value('arguments') ?? {}, null, 2))}</pre>
      <table className="effect-fields"><tbody>
        <tr data-field="content"><th scope="row">{t('approvals.script.content')}</th><td data-user-content title={hash}>{hash.slice(0, shownHash)}</td></tr>
        <tr data-field="command"><th scope="row">{t('approvals.shell.program')}</th><td data-user-content>{visibleText(String(value('command') ?? ''))}</td></tr>
        <tr data-field="folder"><th scope="row">{t('approvals.script.folder')}</th><td data-user-content>{visibleText(effect.resolved ?? '')}</td></tr>
        <tr data-field="cwd"><th scope="row">{t('approvals.shell.cwd')}</th><td data-user-content>{visibleText(String(value('cwd') ?? ''))}</td></tr>
        <tr data-field="timeout"><th scope="row">{t('approvals.shell.timeout')}</th><td data-user-content>{visibleText(String(value('timeout') ?? ''))}</td></tr>
      </tbody></table>
      <p className="muted">{t('approvals.shell.journalled')}</p>
    </li>
  )
}
