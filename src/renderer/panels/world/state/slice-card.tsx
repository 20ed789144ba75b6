import type { Patch, Slice } from '@shared/world'
import { useText } from '../../../i18n/text'
import { useReadOnly } from '../../../stores/app'
import { useWorld } from '../../../stores/world'
import { sliceAt, subjectById } from '../../../stores/world-index'
import { useWorldDrafts, newSlice } from '../../../stores/world-drafts'
import { useInstant, useWorldView } from '../../../stores/world-view'
import { Button } from '../../../ui/button'
import { placeAt, placesOf, type RowOp } from '../compose/places'
import { emptyDraft } from '../compose/slice-draft'
import { useCursorText } from '../timeline/use-cursor-text'
import { SubjectLink, ValueView } from '../value-view'
import { kindText, opText } from '../words'
import { hideSlice, writeSlice } from '../world-actions'

/** One change in words: whose, of what, how. */
export function PatchLine({ patch }: { patch: Patch }) {
  const t = useText()
  const types = useWorld((s) => s.files?.schema.types) ?? {}
  const type = useWorld((s) => subjectById(s.subjects, patch.subjectId)?.type)
  const declared = type !== undefined && Object.hasOwn(types, type) ? types[type] : undefined
  const found = placeAt(placesOf(declared, [patch.path.split('/')[1] ?? '']), patch.path)
  const words = found ? found.place.names.join(' › ') : patch.path
  const op: RowOp = patch.op === 'remove' && patch.value !== undefined ? 'take' : patch.op
  const attr = found?.place.attr ?? null
  const kind = attr !== null && (attr.kind === 'list' || attr.kind === 'collection') ? 'list' : attr !== null && (attr.kind === 'text' || attr.kind === 'embedding') ? 'text' : 'other'
  const signed = patch.op === 'increment' && typeof patch.value === 'number' && patch.value > 0
  return (
    <li className="patch-line" data-testid="patch-line" data-id={patch.patchId}>
      <SubjectLink id={patch.subjectId} />
      <span className="patch-what" data-user-content>{words}{found?.chosen ? ` › ${found.chosen}` : ''}</span>
      <span className="muted patch-op">{opText(t, op, kind)}</span>
      {patch.op !== 'remove' || patch.value !== undefined ? <span>{signed && '+'}<ValueView value={patch.value} /></span> : null}
      {patch.summary && <span className="patch-why muted" data-user-content>{patch.summary}</span>}
    </li>
  )
}

function Shown({ slice }: { slice: Slice }) {
  const t = useText()
  const readOnly = useReadOnly()
  return (
    <article className="slice-card" data-testid="slice-card" data-id={slice.id}>
      <header>
        <h2 data-user-content>{slice.title}</h2>
        {slice.kind !== 'event' && <span className="tag">{kindText(t, slice.kind)}</span>}
        <span className="board-gap" />
        <Button size="small" testId="slice-edit" disabled={readOnly} onClick={() => writeSlice(slice.id)}>{t('world.edit')}</Button>
        <Button size="small" kind="quiet" testId="slice-hide" disabled={readOnly} onClick={() => void hideSlice(slice)}>{t('world.hide')}</Button>
      </header>
      {slice.summary !== '' && <p className="slice-summary" data-user-content>{slice.summary}</p>}
      <ul className="patch-lines">{(slice.patches ?? []).map((patch) => <PatchLine key={patch.patchId} patch={patch} />)}</ul>
    </article>
  )
}

/** The slice at the cursor, or that there is none. */
export function SliceCard({ slice }: { slice: Slice | null }) {
  const t = useText()
  const instant = useInstant()
  const at = useWorld((s) => sliceAt(s.slices, instant))
  const cursor = useWorldView((s) => s.cursor)
  const time = useCursorText()
  const readOnly = useReadOnly()
  if (at) return slice ? <Shown slice={slice} /> : <article className="slice-card" data-testid="slice-card" data-id={at.id}><header><h2 data-user-content>{at.title}</h2></header></article>
  if (cursor === null) return null
  const begin = () => {
    const drafts = useWorldDrafts.getState()
    drafts.put(newSlice, { ...(drafts.slices[newSlice] ?? emptyDraft()), time })
    writeSlice(null)
  }
  return <div className="slice-card" data-kind="none"><span className="muted">{t('world.noSliceHere')}</span><Button size="small" disabled={readOnly} onClick={begin}>{t('world.sliceHere')}</Button></div>
}
