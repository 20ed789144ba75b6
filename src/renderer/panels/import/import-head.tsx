import type { z } from 'zod'
import type { ImportView } from '@shared/procedures/import'
import { messages, type MessageKey } from '@shared/i18n'
import { useText } from '../../i18n/text'
import { useImport } from '../../stores/import'

const encodingNames: Record<string, string> = { 'utf-8': 'UTF-8', 'utf-8-bom': 'UTF-8 (BOM)', gb18030: 'GB18030 / GBK', big5: 'Big5', 'utf-16le': 'UTF-16 LE', 'utf-16be': 'UTF-16 BE' }
const isKey = (key: string): key is MessageKey => Object.hasOwn(messages, key)

/** Encoding with a sample to judge it by, the split rule, and the proof that nothing is lost. */
export function ImportHead({ view }: { view: z.infer<typeof ImportView> }) {
  const t = useText()
  const { start } = useImport()
  const ruleName = (rule: string) => { const key = `import.rule.${rule}`; return isKey(key) ? t(key) : rule }
  const whole = view.coveredCharacters === view.totalCharacters
  const encodings = [...new Set([view.encoding, ...view.alternatives.map((a) => a.encoding)])]
  return (
    <div className="import-head">
      <label className="field"><span className="label">{t('import.encoding')}</span>
        <select className="input" data-testid="import-encoding" data-user-content value={view.encoding} onChange={(event) => void start(view.file, { encoding: event.target.value })}>
          {encodings.map((encoding) => <option key={encoding} value={encoding}>{encodingNames[encoding] ?? encoding}</option>)}
        </select></label>
      <label className="field"><span className="label">{t('import.rule')}</span>
        <select className="input" data-testid="import-rule" value={view.rule} onChange={(event) => void start(view.file, { encoding: view.encoding, rule: event.target.value })}>
          {view.rules.map(({ key, hits }) => <option key={key} value={key}>{t('import.ruleHits', { rule: ruleName(key), count: hits })}</option>)}
        </select></label>
      <p className="import-coverage" data-testid="import-coverage" data-value={view.totalCharacters === 0 ? 1 : view.coveredCharacters / view.totalCharacters} data-state={whole ? 'whole' : 'missing'}>
        {t(whole ? 'import.coverage' : 'import.coverageMissing', { covered: view.coveredCharacters, total: view.totalCharacters })}</p>
      <p className="import-sample ellipsis" data-user-content title={view.sample}>{view.sample}</p>
    </div>
  )
}
