import { onOtherNovel } from './app'
import { useBoard } from './board'
import { useChapterDrawer } from './chapter-drawer'
import { useDecisions } from './decisions'
import { noFilter, usePromises } from './promises'
import { useStoryChanges } from './story-changes'
import { clearDrafts } from './story-drafts'
import { useStoryForms } from './story-forms'

/** Another project, another story: nothing read or typed of the old one may show. */
onOtherNovel(() => {
  useChapterDrawer.getState().close()
  useBoard.setState({ current: null, editing: null, placing: null, folded: new Set(), showArchived: false, tab: 'board' })
  usePromises.setState({ promises: null, fault: null, filter: noFilter, current: null })
  useDecisions.setState({ decisions: null, fault: null, status: '', current: null })
  useStoryChanges.setState({ by: {}, unseen: new Set() })
  useStoryForms.setState({ forms: {} })
  clearDrafts()
})
