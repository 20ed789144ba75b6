import { useState, type KeyboardEvent } from 'react'
import type { z } from 'zod'
import type { ImportView } from '@shared/procedures/import'
import { isMessageKey } from '@shared/i18n'
import { useText } from '../../i18n/text'
import { useImport } from '../../stores/import'
import { Button } from '../../ui/button'
import { composing } from '../../ui/composing'

type View = z.infer<typeof ImportView>
const encodingNames: Record<string, string> = { 'utf-8': 'UTF-8', 'utf-8-bom': 'UTF-8 (BOM)', gb18030: 'GB18030 / GBK', big5: 'Big5', 'utf-16le': 'UTF-16 LE', 'utf-16be': 'UTF-16 BE' }
const own = 'pattern:'

/** The split rules with what each finds; the author's own is written as an expression. */
function RuleChoice({ view }: { view: View }) {
  const t = useText()
  const start = useImport((s) => s.start)
  const [pattern, setPattern] = useState<string | null>(view.rule.startsWith(own) ? view.rule.slice(own.length) : null)
  const name = (rule: string) => { const key = `import.rule.${rule}`; return rule.startsWith(own) ? rule.slice(own.length) : isMessageKey(key) ? t(key) : rule }
  const choose = (rule: string) => void start(view.file, { encoding: view.encoding, rule })
  const pick = (rule: string) => { if (rule === own) return setPattern(''); setPattern(null); choose(rule) }
  const apply = () => { if (pattern !== null && pattern.trim() !== '') choose(own + pattern.trim()) }
  const keys = (event: KeyboardEvent) => { if (!composing(event) && event.key === 'Enter') { event.preventDefault(); apply() } }
  const known = view.rules.filter(({ key }) => !key.startsWith(own))
  return (
    <div className="field">
      <label className="field"><span className="label">{t('import.rule')}</span>
        <select className="input" data-testid="import-rule" value={pattern === null ? view.rule : own} onChange={(event) => pick(event.target.value)}>
          {known.map(({ key, hits }) => <option key={key} value={key}>{key === 'none' ? name(key) : t('import.ruleHits', { rule: name(key), count: hits })}</option>)}
          {view.rule !== 'files' && <option value={own}>{t('import.rule.own')}</option>}
        </select></label>
      {pattern !== null && (
        <span className="import-own"><input className="input" data-testid="import-pattern" data-user-content aria-label={t('import.rule.own')} placeholder={t('import.patternHint')} value={pattern} onChange={(event) => setPattern(event.target.value)} onKeyDown={keys} />
          <Button size="small" disabled={pattern.trim() === ''} onClick={apply}>{t('import.patternUse')}</Button></span>
      )}
    </div>
  )
}

/** `All taken` is said only where nothing stands below as not taken. */
function coverageWords({ coveredCharacters, totalCharacters, notTaken }: View, lost: number) {
  if (coveredCharacters === totalCharacters) return notTaken.length === 0 ? 'import.coverage' : 'import.coverageBut'
  return lost > 0 ? 'import.coverageLost' : 'import.coverageMissing'
}

function EncodingChoice({ view }: { view: View }) {
  const t = useText()
  const start = useImport((s) => s.start)
  const encodings = [...new Set([view.encoding, ...view.alternatives.map((a) => a.encoding)])]
  return (
    <label className="field"><span className="label">{t('import.encoding')}</span>
      <select className="input" data-testid="import-encoding" data-user-content value={view.encoding} onChange={(event) => void start(view.file, { encoding: event.target.value })}>
        {encodings.map((encoding) => <option key={encoding} value={encoding}>{encodingNames[encoding] ?? encoding}</option>)}
      </select></label>
  )
}

/** Encoding with a sample to judge it by, the split rule, and the proof that nothing is lost. */
export function ImportHead({ view }: { view: View }) {
  const t = useText()
  const lost = view.lost.reduce((sum, one) => sum + one.characters, 0)
  const where = view.lost.slice(0, 4).map(({ title, characters }) => t('import.lostIn', { title, count: characters })).join(' · ') + (view.lost.length > 4 ? ' …' : '')
  const whole = view.coveredCharacters === view.totalCharacters
  return (
    <div className="import-head">
      {!view.folder && <EncodingChoice view={view} />}
      {!view.folder && <RuleChoice key={view.rule} view={view} />}
      <p className="import-coverage" data-testid="import-coverage" data-value={view.totalCharacters === 0 ? 1 : view.coveredCharacters / view.totalCharacters} data-state={whole ? 'whole' : 'missing'}>
        {t(coverageWords(view, lost), { covered: view.coveredCharacters, total: view.totalCharacters, count: whole ? view.notTaken.length : lost, where })}</p>
      <p className="import-sample ellipsis" data-user-content title={view.sample}>{view.sample}</p>
    </div>
  )
}
