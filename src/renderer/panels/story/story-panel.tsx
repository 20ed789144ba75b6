import { KanbanSquare, MoreHorizontal, Plus } from 'lucide-react'
import { useEffect } from 'react'
import { addCommands } from '../../commands/registry'
import { useText } from '../../i18n/text'
import { useApp } from '../../stores/app'
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
import { addAct, addChapter, undoLast } from './tree-actions'

const openImport = () => useLayout.getState().set({ centre: 'import' })

function Nothing() {
  const t = useText()
  return (
    <Empty title={t('story.empty')} testId="story-empty">
      <p className="muted">{t('story.emptyHint')}</p>
      <Button kind="primary" onClick={() => void addChapter()}>{t('story.addChapter')}</Button>
      <Button onClick={() => askAssistant(t('story.askPlanText'))}>{t('story.askPlan')}</Button>
    </Empty>
  )
}

/** The side list of the novel: acts, chapters, scenes, texts of no chapter (09 §3). */
export function StoryPanel() {
  const t = useText()
  const { outline, fault, load } = useStory()
  const { project } = useApp()
  const readOnly = project?.readOnly ?? true
  useEffect(() => addCommands([
    { id: 'newChapter', label: 'command.newChapter', when: () => !(useApp.getState().project?.readOnly ?? true), run: () => void addChapter() },
    { id: 'import', label: 'command.import', run: openImport },
    { id: 'board', label: 'command.board', run: () => openBoard() },
    { id: 'undoStructure', label: 'command.undo', run: () => void undoLast() },
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
        ]} />
      </header>
      {fault && <ErrorNote fault={fault} onRetry={() => void load()} />}
      {!outline && !fault && <LateLoading />}
      {empty && <Nothing />}
      {outline && !empty && <StoryTree outline={outline} />}
    </section>
  )
}
