import { memo } from 'react'
import type { Slice } from '@shared/world'
import { useText } from '../../i18n/text'
import { useReadOnly } from '../../stores/app'
import { useWorldDrafts } from '../../stores/world-drafts'
import { useWorldView } from '../../stores/world-view'
import { RowMenu } from '../../ui/menu'
import { hideSlice, writeSlice } from './world-actions'
import { kindText } from './words'

export const rowHeight = 58
interface Props { slice: Slice; index: number; top: number; current: boolean; onSelect: (index: number) => void }

/** When, what, of which kind, how many changes; a dot while its form holds unsaved words or others changed it. */
export const SliceRow = memo(function SliceRow({ slice, index, top, current, onSelect }: Props) {
  const t = useText()
  const readOnly = useReadOnly()
  const fresh = useWorldView((s) => s.unseen.has(slice.id))
  const drafted = useWorldDrafts((s) => s.slices[slice.id] !== undefined)
  const entries = () => [
    { label: t('world.look'), onSelect: () => onSelect(index) }, { label: t('world.edit'), keys: 'Enter', disabled: readOnly, onSelect: () => writeSlice(slice.id) },
    'separator' as const, { label: t('world.hide'), keys: 'Del', disabled: readOnly, onSelect: () => void hideSlice(slice) },
  ]
  return (
    <RowMenu entries={entries}>
      <div id={`slice-${slice.id}`} role="option" aria-selected={current} className="slice-row" data-testid="slice-row" data-id={slice.id} data-value={slice.instant} data-current={current} data-fresh={fresh} style={{ top, height: rowHeight }} onClick={() => onSelect(index)} onDoubleClick={() => writeSlice(slice.id)}>
        <span className="slice-time ellipsis" data-user-content>{slice.time}</span>
        <span className="slice-more">{drafted && <span className="tag">{t('world.drafted')}</span>}{slice.kind !== 'event' && <span className="tag">{kindText(t, slice.kind)}</span>}</span>
        <span className="slice-title ellipsis" data-user-content>{slice.title}</span>
        <span className="slice-more muted">{t('world.changes', { count: slice.patchCount })}</span>
      </div>
    </RowMenu>
  )
})
