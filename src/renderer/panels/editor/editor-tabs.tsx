import { X } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { chapterOf, nameOfPath } from '../../editor-core/reading-order'
import { useText } from '../../i18n/text'
import { useLayout } from '../../stores/layout'
import { useStory } from '../../stores/story'
import { useTexts } from '../../stores/texts'

function Tab({ path, active }: { path: string; active: boolean }) {
  const t = useText()
  const { openText, closeText } = useLayout(useShallow(({ openText, closeText }) => ({ openText, closeText })))
  const row = useRef<HTMLDivElement>(null)
  const title = useStory((s) => chapterOf(s.outline, path)?.title ?? null)
  const save = useTexts((s) => s.texts[path]?.save ?? 'none')
  const name = title ?? nameOfPath(path)
  useEffect(() => { if (active) row.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }) }, [active])
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Delete' || event.key === 'Backspace') { event.preventDefault(); closeText(path) }
    else if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); openText(path) }
  }
  return (
    <div ref={row} className="editor-tab" role="presentation" data-testid="editor-tab" data-id={path} data-state={active ? 'active' : 'open'} data-save={save} onAuxClick={(event) => { if (event.button === 1) closeText(path) }}>
      <button type="button" role="tab" data-row aria-selected={active} aria-keyshortcuts="Delete" tabIndex={active ? 0 : -1} data-user-content title={name} onClick={() => openText(path)} onKeyDown={keys}>
        <span className="ellipsis">{name}</span>
      </button>
      <button type="button" className="tab-close" tabIndex={-1} aria-hidden title={t('common.close')} onClick={() => closeText(path)}><X size={13} aria-hidden /></button>
    </div>
  )
}

/** Open texts; ← → move, Enter opens, Del closes, the middle button too. */
export function EditorTabs() {
  const t = useText()
  const tabs = useLayout((s) => s.tabs)
  const activePath = useLayout((s) => s.activePath)
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
    event.preventDefault()
    rows[rows.findIndex((row) => row === document.activeElement) + step]?.focus()
  }
  return (
    <div className="editor-tabs" role="tablist" aria-label={t('editor.tabs')} onKeyDown={move}>
      {tabs.map((path) => <Tab key={path} path={path} active={path === activePath} />)}
    </div>
  )
}
