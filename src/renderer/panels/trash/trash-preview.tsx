import { useEffect, useState } from 'react'
import type { Output } from '@shared/procedures'
import { call } from '../../bridge/call'
import { timeText, useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { attempt } from '../../stores/notices'
import { useTrash } from '../../stores/trash'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { restoreItem } from './restore-item'

/** What the item holds, and the start of its text. */
function Held({ id }: { id: string }) {
  const t = useText()
  const [preview, setPreview] = useState<Output<'trash.preview'> | null>(null)
  useEffect(() => { void attempt(() => call('trash.preview', { project: projectId(), id })).then(setPreview) }, [id])
  if (!preview) return null
  return (
    <>
      {preview.holds.length > 0 && <section><h2>{t('trash.holds')}</h2><ul data-user-content>{preview.holds.map((line) => <li key={line}>{line}</li>)}</ul></section>}
      <pre data-user-content>{preview.text}</pre>
    </>
  )
}

/** A deleted item with the ways out of the trash. */
export function TrashPreview() {
  const t = useText()
  const { items, shown, tick, ticked, setPurging } = useTrash()
  const item = items?.find((row) => row.id === shown)
  if (!item) return <Empty title={t(items?.length === 0 ? 'trash.empty' : 'trash.pick')} />
  const by = item.by === 'author' || item.by === 'restore' ? t('trash.byAuthor') : item.sessionId === null ? t('trash.byAgent') : t('trash.bySession', { id: item.sessionId })
  const purge = () => { if (!ticked.has(item.id)) tick(item.id); setPurging(true) }
  return (
    <article className="trash-preview">
      <header>
        <h1 data-user-content>{item.name}</h1>
        <p className="muted">{t(`trash.kind.${item.kind}`)} · {t('common.words', { count: item.words })} · {by} · {timeText(item.at)}</p>
        <p className="muted">{t('trash.from', { place: '' })}<span data-user-content>{item.from}</span></p>
        <div className="row">
          <Button kind="primary" testId="trash-restore" onClick={() => void restoreItem(item)}>{t('trash.restore')}</Button>
          <Button kind="danger" testId="trash-purge" onClick={purge}>{t('trash.purge')}</Button>
        </div>
      </header>
      <Held key={item.id} id={item.id} />
    </article>
  )
}
