import type { LintFinding, ToolCheck } from '@shared/procedures/tools'
import { useText } from '../../../i18n/text'
import { Parameters } from '../parameters'
import { wordOf } from '../words'
import type { Check } from './use-check'

function Finding({ finding }: { finding: LintFinding }) {
  const t = useText()
  return (
    <li className="lint-row" data-testid="tool-lint" data-id={finding.rule} data-state={finding.level}>
      <strong>{wordOf(t, 'tools.rule', finding.rule)}</strong>
      <span className="muted"><code data-user-content>{finding.rule}{finding.pointer === '' ? '' : ` ${finding.pointer}`}</code></span>
      <span className="small">{t('tools.now', { actual: '' })}<span data-user-content>{finding.actual}</span></span>
      <span className="small">{t('tools.fix', { fix: '' })}<span data-user-content>{finding.fix}</span></span>
    </li>
  )
}

function Told({ checked }: { checked: ToolCheck }) {
  const t = useText()
  return (
    <>
      {checked.tokens && <p className="small" data-testid="tool-tokens" data-value={checked.tokens.used} data-state={checked.tokens.used > checked.tokens.most ? 'over' : 'in'}>{t('tools.tokensOf', { used: checked.tokens.used, most: checked.tokens.most })}</p>}
      {checked.definition && <section><h2>{t('tools.sees')}</h2><p className="tool-description" data-user-content>{checked.definition.description}</p><Parameters schema={checked.definition.inputSchema} /></section>}
      {checked.roles.length > 0 && <section><h2>{t('tools.whoSees')}</h2><ul className="role-list">{checked.roles.filter((one) => one.sees).map(({ role }) => <li key={role}>{wordOf(t, 'tools.role', role)}</li>)}</ul></section>}
    </>
  )
}

/** What the rules say of the texts as they are now, what they cost, who would see them. */
export function Checks({ check }: { check: Check }) {
  const t = useText()
  const { checked, stale } = check
  const errors = checked?.findings.filter((one) => one.level === 'error').length ?? 0
  const warnings = (checked?.findings.length ?? 0) - errors
  return (
    <aside className="file-side" tabIndex={0} aria-label={t('tools.checks')} data-testid="tool-checks" data-state={stale ? 'stale' : 'fresh'}>
      <section><h2>{t('tools.checks')}</h2>
        {checked?.error && <div className="lint-row" data-testid="tool-check-error" data-state="error" data-id={checked.error.code}><strong>{wordOf(t, 'fault', checked.error.code)}</strong>{checked.error.pointer !== null && <code data-user-content>{checked.error.pointer}</code>}<span className="small" data-user-content>{checked.error.message}</span></div>}
        {checked && !checked.error && <p className="small muted" role="status">{checked.findings.length === 0 ? t('tools.fine') : t('tools.checkCount', { errors, warnings })}</p>}
        <ul className="lint-rows">{checked?.findings.map((finding, at) => <Finding key={at} finding={finding} />)}</ul></section>
      {checked && <Told checked={checked} />}
    </aside>
  )
}
