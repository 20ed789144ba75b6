import { useState } from 'react'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { attempt, inform } from '../../stores/notices'
import { useTrash } from '../../stores/trash'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { trashName } from './trash-name'

/** What will be gone, and the box that must be ticked anew each time. */
function PurgeForm() {
  const t = useText()
  const { items, ticked, setPurging, load } = useTrash()
  const [sure, setSure] = useState(false)
  const chosen = (items ?? []).filter((item) => ticked.has(item.id))
  const purge = async () => {
    const done = await attempt(() => call('trash.purge', { project: projectId(), ids: chosen.map((item) => item.id) }))
    setPurging(false)
    if (done) inform(t('trash.purged', { count: done.purged }))
    await load()
  }
  return (
    <>
      <p>{t('trash.purgeLine', { count: chosen.reduce((sum, item) => sum + item.words, 0) })}</p>
      <ul className="purge-list" data-testid="purge-list">
        {chosen.map((item) => <li key={item.id} data-id={item.id}><span data-user-content>{trashName(item)}</span><span className="muted">{t(`trash.kind.${item.kind}`)} · {t('common.words', { count: item.words })}</span></li>)}
      </ul>
      <label className="check-row"><input type="checkbox" data-testid="purge-confirm" checked={sure} onChange={(event) => setSure(event.target.checked)} />{t('trash.purgeConfirm')}</label>
      <div className="dialog-buttons">
        <Button kind="quiet" onClick={() => setPurging(false)}>{t('common.cancel')}</Button>
        <Button kind="danger" testId="trash-purge-now" disabled={!sure || chosen.length === 0} onClick={() => void purge()}>{t('trash.purgeNow')}</Button>
      </div>
    </>
  )
}

/** The only physical deletion: read the list with 字数, confirm, then delete (T2). */
export function PurgeDialog() {
  const t = useText()
  const { purging, setPurging } = useTrash()
  return <Dialog open={purging} title={t('trash.purgeTitle')} onClose={() => setPurging(false)}><PurgeForm /></Dialog>
}
