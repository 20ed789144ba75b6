import type { SearchProvider } from '@shared/settings'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { attempt } from '../../stores/notices'
import { Button } from '../../ui/button'
import { AddressField } from './address-field'
import { CheckButton } from './check-button'
import { KeyRow } from './key-row'
import { useConfig } from './use-config'
import { useSaving } from './use-saving'

const engines = { tavily: { name: 'Tavily', usual: 'https://api.tavily.com' }, brave: { name: 'Brave', usual: 'https://api.search.brave.com' } } as const satisfies Record<SearchProvider['kind'], { name: string; usual: string }>
const kinds = ['tavily', 'brave'] as const satisfies readonly SearchProvider['kind'][]

const store = (providers: SearchProvider[]) => attempt(() => call('settings.setSearch', { providers }))

function Engine({ at, all }: { at: number; all: readonly SearchProvider[] }) {
  const t = useText()
  const { changes, saved, save } = useSaving()
  const engine = all[at]
  if (engine === undefined) return null
  const { name, usual } = engines[engine.kind]
  const others = all.filter((one) => one !== engine)
  const setAddress = (typed: string) => {
    const { baseURL: _old, ...rest } = engine
    return save(store(all.map((one) => (one === engine ? { ...rest, ...(typed === '' ? {} : { baseURL: typed }) } : one))))
  }
  return (
    <section className="provider" data-testid="search-engine" data-id={engine.kind}>
      <header className="row"><strong data-user-content>{name}</strong>{at > 0 && <Button size="small" kind="quiet" testId="search-first" onClick={() => void store([engine, ...others])}>{t('web.searchFirst')}</Button>}</header>
      <KeyRow name={engine.key?.replace('keychain:', '') ?? engine.kind} testId="search-key" />
      <label className="field"><span className="label">{t('web.address')}</span><AddressField id={`search-${engine.kind}`} testId="search-address" value={engine.baseURL ?? ''} usual={usual} onChange={setAddress} /></label>
      <div className="row"><CheckButton testId="search-check" changes={changes} check={async () => { await saved(); return call('search.check', { kind: engine.kind }) }} /></div>
    </section>
  )
}

/** Search engines in the order they are asked, each with its key and a real try (07 §2). */
export function SearchEngines() {
  const t = useText()
  const config = useConfig()
  if (config === null) return null
  const set = config.search.providers
  const all = [...set, ...kinds.filter((kind) => !set.some((one) => one.kind === kind)).map((kind): SearchProvider => ({ kind }))]
  return <section data-testid="settings-search" className="engines"><h2>{t('web.search')}</h2><p className="muted">{t('web.searchHint')}</p>{all.map((engine, at) => <Engine key={engine.kind} at={at} all={all} />)}</section>
}
