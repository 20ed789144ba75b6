import { Fragment, useEffect, useState } from 'react'
import type { Output } from '@shared/procedures'
import type { TrashItem } from '@shared/procedures/files'
import { StoryKind } from '@shared/story'
import { call } from '../../bridge/call'
import { timeText } from '../../i18n/dates'
import { useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { attempt } from '../../stores/notices'
import { useSessions } from '../../stores/sessions'
import { useTrash } from '../../stores/trash'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { PatchLine } from '../world/state/slice-card'
import { restoreItem } from './restore-item'
import { trashName } from './trash-name'
import { placeParts } from './trash-place'

/** What the item holds, and the start of its text. */
function Held({ id }: { id: string }) {
  const t = useText()
  const [preview, setPreview] = useState<Output<'trash.preview'> | null>(null)
  useEffect(() => { void attempt(() => call('trash.preview', { project: projectId(), id })).then(setPreview) }, [id])
  if (!preview) return null
  return (
    <>
      {preview.holds.length > 0 && <section><h2>{t('trash.holds')}</h2><ul data-user-content>{preview.holds.map((line) => <li key={line}>{line}</li>)}</ul></section>}
      {preview.text !== '' && <pre data-user-content>{preview.text}</pre>}
      {preview.patches.length > 0 && <ul className="patch-lines">{preview.patches.map((patch) => <PatchLine key={patch.patchId} patch={patch} />)}</ul>}
    </>
  )
}

/** Where it was: in the plan, or by its path or time. */
function Place({ item: { kind, place, from } }: { item: TrashItem }) {
  const t = useText()
  const ofPlan = StoryKind.safeParse(kind)
  if (!ofPlan.success) return <span data-user-content>{from}</span>
  return placeParts(ofPlan.data, place).map((part, at) => (
    <Fragment key={at}>{at > 0 && t('trash.between')}{'own' in part ? t(part.own) : <>{t(part.kind)}<span data-user-content>{t('trash.holder', { kind: '', title: part.title })}</span></>}</Fragment>
  ))
}

/** Who deleted it: the author, or the assistant in a conversation that is named when it has a name. */
function useDeletedBy(item: TrashItem | undefined): string {
  const t = useText()
  const { list, loaded, load } = useSessions()
  const ofSession = item !== undefined && item.sessionId !== null
  useEffect(() => { if (ofSession && !loaded) void attempt(load) }, [ofSession, loaded, load])
  if (item?.by === 'author' || item?.by === 'restore') return t('trash.byAuthor')
  const title = list.find((session) => session.id === item?.sessionId)?.title ?? ''
  return title === '' ? t('trash.byAgent') : t('trash.bySession', { title })
}

/** A deleted item with the ways out of the trash. */
export function TrashPreview() {
  const t = useText()
  const { items, shown, tick, ticked, setPurging } = useTrash()
  const item = items?.find((row) => row.id === shown)
  const by = useDeletedBy(item)
  if (!item) return <Empty title={t(items?.length === 0 ? 'trash.empty' : 'trash.pick')} />
  const purge = () => { if (!ticked.has(item.id)) tick(item.id); setPurging(true) }
  return (
    <article className="trash-preview">
      <header>
        <h1 data-user-content>{trashName(item)}</h1>
        <p className="muted">{t(`trash.kind.${item.kind}`)} · {t('common.words', { count: item.words })} · <span data-user-content={item.sessionId === null ? undefined : ''}>{by}</span> · {timeText(item.at)}</p>
        <p className="muted" data-testid="trash-from">{t('trash.from', { place: '' })}<Place item={item} /></p>
        <div className="row">
          <Button kind="primary" testId="trash-restore" onClick={() => void restoreItem(item)}>{t('trash.restore')}</Button>
          <Button kind="danger" testId="trash-purge" onClick={purge}>{t('trash.purge')}</Button>
        </div>
      </header>
      <Held key={item.id} id={item.id} />
    </article>
  )
}
