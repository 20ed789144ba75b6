import { ArrowLeft, Plus } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { Fault } from '@shared/fault'
import { useText } from '../../../i18n/text'
import { useReadOnly } from '../../../stores/app'
import { inform } from '../../../stores/notices'
import { useWorld } from '../../../stores/world'
import { useWorldDrafts } from '../../../stores/world-drafts'
import { Button, IconButton } from '../../../ui/button'
import { composing } from '../../../ui/composing'
import { sends } from '../../../ui/send-keys'
import { ErrorNote } from '../../../ui/error-note'
import { LateLoading } from '../../../ui/late-loading'
import { leaveForm } from '../world-actions'
import { ConflictNote, GoneNote, MeanwhileNote } from './form-notes'
import { PatchRow } from './patch-row'
import { rowOfFault, saveSlice } from './save-slice'
import { emptyRow, freshSubjects, withFresh, writeOf, type RowDraft, type SliceDraft } from './slice-draft'
import { FreshSubjects } from './subject-choice'
import { SliceDiff } from './slice-diff'
import { SliceWords } from './slice-words'
import { instantNow, useTime } from './time-field'
import { useForm, useKnown, type Form } from './use-draft'
import { usePreview } from './use-preview'

function Rows({ form, draft, built, shown, refused, allowNew }: { form: Form; draft: SliceDraft; built: ReturnType<typeof writeOf>; shown: boolean; refused: Fault | null; allowNew: boolean }) {
  const t = useText()
  const known = useKnown()
  const list = useRef<HTMLUListElement>(null)
  const put = (rows: readonly RowDraft[]) => form.put({ ...draft, rows })
  const change = (row: RowDraft) => put(draft.rows.map((one) => (one.key === row.key ? row : one)))
  const add = () => {
    put([...draft.rows, emptyRow(draft.rows.at(-1)?.subjectId ?? '')])
    requestAnimationFrame(() => list.current?.lastElementChild?.querySelector<HTMLElement>('select, input')?.focus())
  }
  // The keys stay in the form: before its button goes, the neighbour's takes the focus, or the one that adds.
  const remove = (key: string, at: number) => {
    const others = [...(list.current?.querySelectorAll<HTMLElement>('[data-testid="patch-remove"]') ?? [])]
    const next = others[at + 1] ?? others[at - 1] ?? list.current?.parentElement?.querySelector<HTMLElement>('[data-testid="patch-add"]')
    next?.focus()
    put(draft.rows.filter((one) => one.key !== key))
  }
  const bad = rowOfFault(refused, built.order)
  return (
    <section className="composer-changes">
      <h3>{t('world.changesTitle')}</h3>
      <ul ref={list} className="patch-rows">
        {draft.rows.map((row, at) => <FreshSubjects key={row.key} value={freshSubjects(draft.rows, row.key)}><PatchRow row={row} known={withFresh(known, draft.rows, row.key)} number={at + 1} fault={shown ? (built.faults.find((one) => one.row === row.key) ?? null) : null} refused={bad === row.key ? refused : null} allowNew={allowNew} onChange={change} onRemove={() => remove(row.key, at)} /></FreshSubjects>)}
      </ul>
      {shown && built.missing.includes('rows') && <span role="alert" className="field-missing" data-testid="field-missing">{t('world.needsChange')}</span>}
      <Button size="small" testId="patch-add" onClick={add}><Plus size={14} aria-hidden />{t('world.addChange')}</Button>
    </section>
  )
}

function Foot({ form, busy, canSave, onSave }: { form: Form; busy: boolean; canSave: boolean; onSave: () => void }) {
  const t = useText()
  const readOnly = useReadOnly()
  const drop = () => {
    const { draft, key } = form
    form.drop()
    leaveForm()
    if (draft) inform(t('world.draftDropped'), { label: t('common.undo'), run: () => useWorldDrafts.getState().put(key, draft) })
  }
  return (
    <footer className="composer-foot">
      <Button kind="primary" testId="slice-save" disabled={readOnly || busy || !canSave} onClick={onSave}>{t('world.saveSlice')}</Button>
      <span className="muted keys-hint" aria-hidden>{t('world.saveKeys')}</span>
      <span className="board-gap" />
      {form.dirty && <span className="muted small">{t('world.draftKept')}</span>}
      {form.dirty && <Button kind="quiet" size="small" testId="slice-discard" onClick={drop}>{t('world.dropDraft')}</Button>}
    </footer>
  )
}

function Editor({ form, draft, id }: { form: Form; draft: SliceDraft; id: string | null }) {
  const t = useText()
  const known = useKnown()
  const box = useRef<HTMLElement>(null)
  const read = useTime(draft.time)
  const slices = useWorld((s) => s.slices)
  const [tries, setTries] = useState(0)
  const tried = tries > 0
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<{ of: SliceDraft; fault: Fault | null }>({ of: draft, fault: null })
  // What core said counts until the next key.
  const refused = said.of === draft ? said.fault : null
  const built = writeOf(draft, read.instant, known)
  const conflict = read.instant === null ? undefined : slices?.find((slice) => slice.instant === read.instant && slice.id !== draft.base?.id)
  const { preview, fault, stale } = usePreview(conflict ? null : built.write)
  useEffect(() => { if (tries > 0) box.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus() }, [tries])
  const save = async () => {
    const { write } = writeOf(draft, await instantNow(read), known)
    if (!write) return setTries(tries + 1)
    const open = form.theirs ? 'slice-meanwhile' : conflict ? 'slice-conflict' : null
    if (open) return box.current?.querySelector<HTMLElement>(`[data-testid="${open}"] button`)?.focus()
    setBusy(true)
    const fault = await saveSlice(form, write)
    setBusy(false)
    setSaid({ of: draft, fault })
    if (fault?.code === 'SLICE_EXISTS') void useWorld.getState().load()
  }
  const keys = (event: KeyboardEvent) => {
    if (composing(event)) return
    if (sends(event)) { event.preventDefault(); void save() }
    if (event.key === 'Escape') { event.stopPropagation(); leaveForm() }
  }
  const against = refused ?? fault
  const rowless = against !== null && against.code !== 'SLICE_EXISTS' && rowOfFault(against, built.order) === null
  return (
    <section ref={box} className="composer-form" data-testid="slice-composer" data-id={id ?? ''} data-state={form.dirty ? 'dirty' : 'clean'} aria-label={t(id === null ? 'world.newSlice' : 'world.editSlice')} onKeyDown={keys}>
      <header className="composer-head"><IconButton label={t('world.leaveForm')} testId="slice-leave" onClick={leaveForm}><ArrowLeft size={16} aria-hidden /></IconButton><h2>{t(id === null ? 'world.newSlice' : 'world.editSlice')}</h2></header>
      <div className="composer-body">
        {form.gone && id !== null && <GoneNote form={form} id={id} />}
        {form.theirs && <MeanwhileNote form={form} theirs={form.theirs} />}
        <div className="composer-pair">
        <div className="composer-main">
        <SliceWords draft={draft} read={read} missing={tried ? built.missing : []} onChange={form.put} />
        {conflict && <ConflictNote form={form} slice={conflict} />}
        <Rows form={form} draft={draft} built={built} shown={tried} refused={against} allowNew={draft.base === null} />
        </div>
        <section className="composer-diff" aria-label={t('world.previewTitle')}>
          <h3>{t('world.previewTitle')}</h3>
          {rowless && against && <ErrorNote fault={against} />}
          {preview ? <SliceDiff preview={preview} stale={stale} /> : !against && <p className="muted small">{t(!form.dirty ? 'world.previewNone' : conflict ? 'world.previewTaken' : 'world.previewLater')}</p>}
        </section>
        </div>
      </div>
      <Foot form={form} busy={busy} canSave={id === null || form.dirty} onSave={() => void save()} />
    </section>
  )
}

/** The form of one slice: when, what, which changes; what would come of it stands below (09 §4). */
export function Composer({ id }: { id: string | null }) {
  const form = useForm(id)
  if (!form.draft) return form.gone && id !== null ? <div className="composer-body"><GoneNote form={form} id={id} /></div> : <LateLoading />
  return <Editor key={form.key} form={form} draft={form.draft} id={id} />
}
