import { useState } from 'react'
import type { ModelUses } from '@shared/procedures/settings'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { useModels } from '../../stores/models'
import { attempt } from '../../stores/notices'
import { useSessions } from '../../stores/sessions'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'

const isUsed = (uses: ModelUses): boolean => uses.default || uses.small || uses.embedding || uses.profiles.length > 0 || uses.novels.length > 0 || uses.conversations > 0

/** What names it now, a line each. */
function Uses({ uses }: { uses: ModelUses }) {
  const t = useText()
  const names = useSessions((s) => s.profiles)
  const list = (all: readonly string[]) => all.join(t('common.listComma'))
  return (
    <ul className="model-uses" data-testid="model-uses">
      {uses.default && <li>{t('settings.usedDefault')}</li>}
      {uses.small && <li>{t('settings.usedSmall')}</li>}
      {uses.embedding && <li>{t('settings.usedEmbedding')}</li>}
      {uses.profiles.length > 0 && <li>{t('settings.usedProfiles', { names: list(uses.profiles.map((key) => names[key] ?? key)) })}</li>}
      {uses.novels.length > 0 && <li>{t('settings.usedNovels', { names: list(uses.novels) })}</li>}
      {uses.conversations > 0 && <li>{t('settings.usedConversations', { count: uses.conversations })}</li>}
    </ul>
  )
}

/** Takes a model, or a whole service (`model` null), out of the settings; what still names it is said first. */
export function RemoveModel({ provider, model }: { provider: string; model: string | null }) {
  const t = useText()
  const [uses, setUses] = useState<ModelUses | null>(null)
  const remove = async () => {
    setUses(null)
    await attempt(async () => {
      await (model === null ? call('settings.removeProvider', { name: provider }) : call('settings.removeModel', { provider, model }))
      await useModels.getState().load()
    })
  }
  const ask = async () => {
    const found = await attempt(() => call('models.uses', { provider, model }))
    if (found === null) return
    if (isUsed(found)) setUses(found)
    else await remove()
  }
  const label = t(model === null ? 'settings.removeProvider' : 'settings.removeModel')
  return (
    <>
      <Button size="small" kind="quiet" testId={model === null ? 'provider-remove' : 'model-remove'} onClick={() => void ask()}>{label}</Button>
      <Dialog open={uses !== null} title={t('settings.removeTitle', { name: model === null ? provider : `${provider}/${model}` })} onClose={() => setUses(null)} testId="remove-model">
        <p>{t('settings.removeUsed')}</p>
        {uses && <Uses uses={uses} />}
        <p className="muted">{t('settings.removeAfter')}</p>
        <div className="dialog-buttons"><Button kind="quiet" onClick={() => setUses(null)}>{t('common.cancel')}</Button><Button kind="danger" testId="remove-anyway" onClick={() => void remove()}>{label}</Button></div>
      </Dialog>
    </>
  )
}
