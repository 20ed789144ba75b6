import { useEffect, type KeyboardEvent } from 'react'
import '../../stores/story-reset'
import { useText } from '../../i18n/text'
import { useBoard, type StoryTab } from '../../stores/board'
import { useLayout } from '../../stores/layout'
import { useStory } from '../../stores/story'
import { Button } from '../../ui/button'
import { composing } from '../../ui/composing'
import { ErrorNote } from '../../ui/error-note'
import { isField } from '../../ui/is-field'
import { LateLoading } from '../../ui/late-loading'
import { Board } from './board/board'
import { BoardEmpty } from './board/board-empty'
import { DecisionsView } from './ledger/decisions-view'
import { PromisesView } from './ledger/promises-view'
import { undoKey } from './undo'

const tabs: readonly StoryTab[] = ['board', 'promises', 'decisions']

function Tabs() {
  const t = useText()
  const { tab, setTab } = useBoard()
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const to = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length] ?? 'board'
    setTab(to)
    document.getElementById(`story-tab-${to}`)?.focus()
  }
  return (
    <header className="story-tabs">
      <div role="tablist" aria-label={t('board.views')} onKeyDown={keys}>
        {tabs.map((name) => (
          <button key={name} id={`story-tab-${name}`} type="button" role="tab" className="story-tab" aria-selected={tab === name} aria-controls="story-view" tabIndex={tab === name ? 0 : -1} data-testid={`story-tab-${name}`} onClick={() => setTab(name)}>
            {t(`board.tab.${name}`)}
          </button>
        ))}
      </div>
      <Button size="small" kind="quiet" testId="story-back" onClick={() => useLayout.getState().set({ centre: 'editor' })}>{t('board.backToText')}</Button>
    </header>
  )
}

function BoardTab() {
  const { outline, fault, load } = useStory()
  if (!outline) return fault ? <ErrorNote fault={fault} onRetry={() => void load()} /> : <LateLoading />
  return outline.phases.length === 0 && outline.threads.length === 0 ? <BoardEmpty /> : <Board outline={outline} />
}

/** The row that held the focus went into the trash and took it along: Mod+Z still brings it back. */
function useUndoFromNowhere(): void {
  useEffect(() => {
    const keys = (event: globalThis.KeyboardEvent) => {
      const undo = event.target !== document.body || event.defaultPrevented ? null : undoKey(event)
      if (!undo) return
      event.preventDefault()
      void undo()
    }
    document.addEventListener('keydown', keys)
    return () => document.removeEventListener('keydown', keys)
  }, [])
}

/** The centre of the Story panel: board, promises, decisions (09 §3). */
export function StoryViews() {
  const tab = useBoard((s) => s.tab)
  const keys = (event: KeyboardEvent) => {
    const undo = composing(event) || isField(event.target) ? null : undoKey(event)
    if (!undo) return
    event.preventDefault()
    void undo()
  }
  useUndoFromNowhere()
  return (
    <section className="story-views" data-testid="story-views" onKeyDown={keys}>
      <Tabs />
      <div id="story-view" role="tabpanel" className="story-view" aria-labelledby={`story-tab-${tab}`}>
        {tab === 'board' ? <BoardTab /> : tab === 'promises' ? <PromisesView /> : <DecisionsView />}
      </div>
    </section>
  )
}
