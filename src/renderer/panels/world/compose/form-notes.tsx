import type { Slice } from '@shared/world'
import { useText } from '../../../i18n/text'
import { useWorldDrafts, newSlice } from '../../../stores/world-drafts'
import { Button } from '../../../ui/button'
import { call } from '../../../bridge/call'
import { projectId } from '../../../stores/app'
import { attempt } from '../../../stores/notices'
import { restoreSlice, writeSlice } from '../world-actions'
import { intoSlice, over, type SliceDraft } from './slice-draft'
import { knownNow, type Form } from './use-draft'

/** Puts what was written into the slice that stands at that time; the new slice's form stays as it is until that is saved. */
async function merge(draft: SliceDraft, slice: Slice): Promise<void> {
  const stored = await attempt(() => call('world.slice', { project: projectId(), id: slice.id }))
  if (!stored) return
  const open = useWorldDrafts.getState().slices[slice.id]
  const added = intoSlice(draft, stored, knownNow())
  useWorldDrafts.getState().put(slice.id, open ? { ...open, merged: true, rows: [...open.rows, ...added.rows.filter((row) => row.patchId === null)] } : added)
  writeSlice(slice.id)
}

/** There is already a slice at this time: it can be opened, or take these changes in (D3). */
export function ConflictNote({ form, slice }: { form: Form; slice: Slice }) {
  const t = useText()
  const { draft } = form
  return (
    <div className="form-note" data-kind="warn" role="alert" data-testid="slice-conflict" data-id={slice.id}>
      <p>{t('world.conflict')}<span data-user-content>{slice.time} · {slice.title}</span></p>
      <p className="muted small">{t(form.key === newSlice ? 'world.conflictHint' : 'world.conflictMove')}</p>
      <div className="row">
        {form.key === newSlice && draft && <Button size="small" kind="primary" testId="slice-conflict-edit" onClick={() => void merge(draft, slice)}>{t('world.conflictEdit')}</Button>}
        <Button size="small" testId="slice-conflict-open" onClick={() => writeSlice(slice.id)}>{t('world.conflictOpen')}</Button>
      </div>
    </div>
  )
}

/** Changed elsewhere while it was written here: both are kept until the author chooses. */
export function MeanwhileNote({ form, theirs }: { form: Form; theirs: Slice }) {
  const t = useText()
  const { draft } = form
  return (
    <div className="form-note" data-kind="warn" role="status" data-testid="slice-meanwhile">
      <p>{t('world.meanwhile')}</p>
      <div className="row">
        <Button size="small" testId="slice-keep-mine" onClick={() => { if (draft) form.put(over(draft, theirs)) }}>{t('board.keepMine')}</Button>
        <Button size="small" testId="slice-take-theirs" onClick={form.drop}>{t('board.takeTheirs')}</Button>
      </div>
    </div>
  )
}

/** It was hidden meanwhile. */
export function GoneNote({ form, id }: { form: Form; id: string }) {
  const t = useText()
  const asNew = () => {
    if (!form.draft) return
    useWorldDrafts.getState().put(newSlice, { ...form.draft, base: null, rows: form.draft.rows.map((row) => ({ ...row, patchId: null })) })
    form.drop()
    writeSlice(null)
  }
  return (
    <div className="form-note" data-kind="warn" role="status" data-testid="slice-gone">
      <p>{t('world.gone')}</p>
      <div className="row"><Button size="small" onClick={() => void restoreSlice(id)}>{t('world.restore')}</Button>{form.draft && <Button size="small" onClick={asNew}>{t('world.saveAsNew')}</Button>}</div>
    </div>
  )
}
