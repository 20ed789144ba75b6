import { X } from 'lucide-react'
import { useEffect, type KeyboardEvent, type ReactNode } from 'react'
import { addCommands } from '../../../commands/registry'
import { useText } from '../../../i18n/text'
import { useApp } from '../../../stores/app'
import { useChapterDrawer, type DrawerTarget } from '../../../stores/chapter-drawer'
import { useLayout } from '../../../stores/layout'
import { IconButton } from '../../../ui/button'
import { composing } from '../../../ui/composing'
import { ErrorNote } from '../../../ui/error-note'
import { DecisionDrawer } from '../ledger/decision-drawer'
import { PromiseDrawer } from '../ledger/promise-drawer'
import { ChapterBody } from './chapter-body'
import { useFollowTree, toggleDrawer } from './drawer-target'
import { ActBody, PhaseBody, SceneBody, ThreadBody } from './entity-bodies'
import { StoryBody } from './story-body'

function bodyOf(target: DrawerTarget): ReactNode {
  if (target.kind === 'chapter') return <ChapterBody id={target.id} />
  if (target.kind === 'scene') return <SceneBody id={target.id} />
  if (target.kind === 'thread') return <ThreadBody id={target.id} />
  if (target.kind === 'phase') return <PhaseBody id={target.id} />
  if (target.kind === 'act') return <ActBody id={target.id} />
  if (target.kind === 'promise') return <PromiseDrawer id={target.id} />
  return target.kind === 'decision' ? <DecisionDrawer id={target.id} form={target.form ?? null} /> : <StoryBody />
}

/** Back to where the author came from: the board or the tree. */
function leave(): void {
  useChapterDrawer.getState().close()
  const { centre } = useLayout.getState()
  document.querySelector<HTMLElement>(centre === 'board' ? '#story-view [data-zone-focus], #story-view [data-row][tabindex="0"]' : '[data-testid="story-tree"]')?.focus({ preventScroll: true })
}

/** Beside the text or the board, never over it: the plan of a chapter, a scene, a thread, a promise, a decision (09 §3). */
export function StoryDrawer() {
  const t = useText()
  const { target, fault, load } = useChapterDrawer()
  const focus = useLayout((s) => s.focus)
  const key = target === null ? '' : JSON.stringify(target)
  useFollowTree()
  useEffect(() => addCommands([{ id: 'chapterDrawer', label: 'command.chapterDrawer', keys: 'Mod+D', when: () => useApp.getState().project !== null, run: toggleDrawer }]), [])
  if (!target || focus) return null
  const keys = (event: KeyboardEvent) => { if (event.key === 'Escape' && !composing(event)) { event.stopPropagation(); leave() } }
  return (
    <aside className="story-drawer" data-testid={target.kind === 'chapter' ? 'chapter-drawer' : 'story-drawer'} data-kind={target.kind} data-id={'id' in target ? target.id : undefined} aria-label={t(`board.drawer.${target.kind}`)} onKeyDown={keys}>
      <header className="panel-head"><h2>{t(`board.drawer.${target.kind}`)}</h2><IconButton label={t('common.close')} testId="drawer-close" onClick={leave}><X size={16} aria-hidden /></IconButton></header>
      <div className="drawer-body" key={key}>
        {fault && <ErrorNote fault={fault} onRetry={() => void load()} />}
        {bodyOf(target)}
      </div>
    </aside>
  )
}
