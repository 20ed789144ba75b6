import { useState } from 'react'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { useModels } from '../../stores/models'
import { attempt } from '../../stores/notices'
import { Button } from '../../ui/button'

/** A key of the keychain, shown only as set or not. */
export function KeyRow({ name, testId = 'settings-key' }: { name: string; testId?: string }) {
  const t = useText()
  const { keys, load } = useModels()
  const [value, setValue] = useState('')
  const isSet = keys.includes(name)
  const save = async () => {
    const kept = await attempt(() => call('keys.set', { name, value: value.trim() }))
    setValue('')
    if (kept) await load()
  }
  return (
    <div className="row key-row">
      <span className="key-state" data-state={isSet ? 'set' : 'unset'}>{t('settings.key')} · {t(isSet ? 'settings.keySet' : 'settings.keyNotSet')}</span>
      <input className="input" type="password" autoComplete="off" data-testid={testId} aria-label={t('settings.key')} value={value} onChange={(event) => setValue(event.target.value)} />
      <Button size="small" disabled={value.trim() === ''} onClick={() => void save()}>{t('settings.keySave')}</Button>
      {isSet && <Button size="small" kind="quiet" onClick={() => void attempt(async () => { await call('keys.remove', { name }); await load() })}>{t('settings.keyRemove')}</Button>}
    </div>
  )
}
