import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { attempt } from '../../stores/notices'
import { AddressField } from './address-field'
import { CheckButton } from './check-button'
import { SettingRow } from './rows'
import { useConfig } from './use-config'
import { useSaving } from './use-saving'

const usual = 'http://localhost:3000'

/** Where the author's own service for rankings of web novels answers, with a real try (07 §2). */
export function NovelDataRow() {
  const t = useText()
  const config = useConfig()
  const { changes, saved, save } = useSaving()
  if (config === null) return null
  const { baseURL } = config.novelData
  const change = (typed: string) => save(attempt(() => call('settings.setNovelData', { baseURL: typed === '' ? usual : typed })))
  return (
    <section data-testid="settings-novel-data" className="engines"><h2>{t('web.rankings')}</h2>
      <SettingRow label={t('web.address')} hint={t('web.rankingsHint')} htmlFor="novel-data-address"><AddressField id="novel-data-address" testId="novel-data-address" value={baseURL} usual={usual} onChange={change} /></SettingRow>
      <div className="row"><CheckButton testId="novel-data-check" changes={changes} check={async () => { await saved(); return call('novelData.check', {}) }} /></div>
    </section>
  )
}
