import { KanbanSquare, MoreHorizontal, Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { addCommands, runCommand } from '../../commands/registry'
import { useText } from '../../i18n/text'
import { isReadOnly, useApp, useReadOnly } from '../../stores/app'
import { openBoard } from '../../stores/board'
import { useChapterDrawer } from '../../stores/chapter-drawer'
import { useLayout } from '../../stores/layout'
import { askAssistant } from '../../stores/composer'
import { useStory } from '../../stores/story'
import { openWorld } from '../../stores/world-view'
import { Button, IconButton } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { ErrorNote } from '../../ui/error-note'
import { LateLoading } from '../../ui/late-loading'
import { ButtonMenu } from '../../ui/menu'
import { StoryTree } from './story-tree'
import { addAct, addChapter } from './tree-actions'
import { redoLast, undoLast } from './undo'

const openImport = () => useLayout.getState().set({ centre: 'import' })

function Nothing() {
  const t = useText()
  const first = useRef<HTMLDivElement>(null)
  // A novel just made: Enter begins the first chapter. Keys that are at work elsewhere stay there.
  useEffect(() => {
    const at = document.activeElement
    if (at === document.body || at?.closest('[data-testid="story-panel"]')) first.current?.querySelector('button')?.focus()
  }, [])
  return (
    <Empty title={t('story.empty')} testId="story-empty">
      <p className="muted">{t('story.emptyHint')}</p>
      <div ref={first}><Button kind="primary" onClick={() => void addChapter()}>{t('story.addChapter')}</Button></div>
      <Button onClick={() => askAssistant(t('story.askPlanText'))}>{t('story.askPlan')}</Button>
    </Empty>
  )
}

/** The side list of the novel: acts, chapters, scenes, texts of no chapter (09 §3). */
export function StoryPanel() {
  const t = useText()
  const { outline, fault, load } = useStory()
  const { project } = useApp()
  const readOnly = useReadOnly()
  useEffect(() => addCommands([
    { id: 'newChapter', label: 'command.newChapter', when: () => !isReadOnly(), run: () => void addChapter() },
    { id: 'import', label: 'command.import', run: openImport },
    { id: 'board', label: 'command.board', run: () => openBoard() },
    { id: 'undoStructure', label: 'command.undo', run: () => void undoLast() },
    { id: 'redoStructure', label: 'command.redo', run: () => void redoLast() },
  ]), [])
  const empty = outline !== null && outline.acts.length === 0 && outline.ungrouped.length === 0 && outline.orphans.length === 0
  return (
    <section className="side-panel" data-testid="story-panel">
      <header className="panel-head">
        <h2 className="ellipsis" data-user-content>{project?.title}</h2>
        <IconButton label={t('board.board')} testId="story-board-open" onClick={() => openBoard()}><KanbanSquare size={16} aria-hidden /></IconButton>
        <IconButton label={t('story.addChapter')} disabled={readOnly} onClick={() => void addChapter()}><Plus size={16} aria-hidden /></IconButton>
        <ButtonMenu trigger={<IconButton label={t('common.more')}><MoreHorizontal size={16} aria-hidden /></IconButton>} entries={[
          { label: t('story.addChapter'), keys: 'N', disabled: readOnly, onSelect: () => void addChapter() }, { label: t('story.addAct'), disabled: readOnly, onSelect: () => void addAct() }, 'separator',
          { label: t('frame.world'), onSelect: () => openWorld() },
          { label: t('board.about'), onSelect: () => useChapterDrawer.getState().open({ kind: 'story' }) },
          { label: t('story.import'), disabled: readOnly, onSelect: openImport },
          { label: t('story.export'), testId: 'menu-export', leaves: true, onSelect: () => runCommand('export') }, 'separator',
          { label: t('command.closeProject'), testId: 'menu-close-project', onSelect: () => runCommand('closeProject') },
        ]} />
      </header>
      {fault && <ErrorNote fault={fault} onRetry={() => void load()} />}
      {!outline && !fault && <LateLoading />}
      {empty && <Nothing />}
      {outline && !empty && <StoryTree outline={outline} />}
    </section>
  )
}
