import { useEffect } from 'react'
import { useText } from '../../i18n/text'
import { useModels } from '../../stores/models'
import { attempt } from '../../stores/notices'
import { HostLists } from './host-lists'
import { NovelDataRow } from './novel-data-row'
import { SearchEngines } from './search-engines'

/** The world outside: websites, search engines, rankings. */
export function WebSection() {
  const t = useText()
  const { secure, load } = useModels()
  useEffect(() => { void attempt(load) }, [load])
  return <><HostLists /><SearchEngines /><p className="muted">{t(secure ? 'settings.keyKeychain' : 'settings.keyRunOnly')}</p><NovelDataRow /></>
}
