import { MoreHorizontal, Plus } from 'lucide-react'
import { useEffect, type KeyboardEvent } from 'react'
import { addCommands } from '../../commands/registry'
import { useText } from '../../i18n/text'
import { isReadOnly, useReadOnly } from '../../stores/app'
import { useWorld } from '../../stores/world'
import { useWorldUndo } from '../../stores/world-undo'
import { openWorld, useWorldView } from '../../stores/world-view'
import { IconButton } from '../../ui/button'
import { composing } from '../../ui/composing'
import { ErrorNote } from '../../ui/error-note'
import { LateLoading } from '../../ui/late-loading'
import { ButtonMenu } from '../../ui/menu'
import { isField } from '../../ui/is-field'
import { HiddenSlices } from './hidden-slices'
import { SliceList } from './slice-list'
import { Unfinished } from './unfinished'
import { writeSlice } from './world-actions'

function Filter() {
  const t = useText()
  const { filter, setFilter } = useWorldView()
  const keys = (event: KeyboardEvent) => {
    if (composing(event) || event.key !== 'Escape') return
    setFilter('')
    document.querySelector<HTMLElement>('[data-testid="world-slices"]')?.focus()
  }
  return <input className="input slice-filter" type="search" data-testid="slice-filter" data-user-content aria-label={t('world.filter')} placeholder={t('world.filter')} value={filter} onChange={(event) => setFilter(event.target.value)} onKeyDown={keys} />
}

/** Mod+Z takes the newest change of the author back, unless a field has the focus. */
export function undoKeys(event: KeyboardEvent): void {
  if (composing(event) || isField(event.target) || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'z') return
  event.preventDefault()
  useWorldUndo.getState().takeBack()
}

/** The side list of the world: its slices in order of time (09 §4). */
export function WorldPanel() {
  const t = useText()
  const { slices, fault, load, ensure } = useWorld()
  const readOnly = useReadOnly()
  const write = useWorldView((s) => s.write)
  useEffect(() => { void ensure() }, [ensure])
  useEffect(() => addCommands([{ id: 'newSlice', label: 'command.newSlice', keys: 'Alt+N', when: () => !isReadOnly(), run: () => writeSlice(null) }]), [])
  return (
    <section className="side-panel world-panel" data-testid="world-panel" onKeyDown={undoKeys}>
      <header className="panel-head">
        <h2>{t('world.slices')}</h2>
        <IconButton label={t('world.newSlice')} testId="slice-new" disabled={readOnly} onClick={() => writeSlice(null)}><Plus size={16} aria-hidden /></IconButton>
        <ButtonMenu trigger={<IconButton label={t('common.more')}><MoreHorizontal size={16} aria-hidden /></IconButton>} entries={[
          { label: t('world.newSlice'), keys: 'Alt+N', disabled: readOnly, onSelect: () => writeSlice(null) }, { label: t('world.newSubject'), disabled: readOnly, onSelect: () => write({ kind: 'subject' }) }, 'separator',
          { label: t('world.tab.rules'), onSelect: () => openWorld('rules') }, { label: t('world.tab.calendar'), onSelect: () => openWorld('calendar') },
        ]} />
      </header>
      {fault && <ErrorNote fault={fault} onRetry={() => void load()} />}
      {!slices && !fault && <LateLoading />}
      {slices && slices.length > 0 && <Filter />}
      {slices && <Unfinished />}
      {slices && (slices.length > 0 ? <SliceList /> : <p className="side-hint muted">{t('world.noSlices')}</p>)}
      <HiddenSlices />
    </section>
  )
}
