import { createRoot } from 'react-dom/client'
import { App } from './app'
import { call } from './bridge/call'
import { startEventStream } from './bridge/event-stream'
import { startTexts } from './i18n/text'
import { startApprovalStore } from './stores/approvals'
import { startAppStore, useApp } from './stores/app'
import { startAwayNotes } from './stores/away'
import { startInboxStore } from './stores/inbox'
import { startJobStore } from './stores/jobs'
import { keepForms } from './stores/kept-forms'
import { startLayoutStore } from './stores/layout'
import { startStoryStore } from './stores/story'
import { storyFormsKept } from './stores/story-kept'
import { worldForms } from './stores/world-kept'
import './styles/tokens.css'
import './styles/base.css'
import './styles/frame.css'
import './styles/story.css'
import './styles/board.css'
import './styles/world.css'
import './styles/editor.css'
import './styles/sessions.css'
import './styles/approvals.css'
import './styles/settings.css'
import './styles/profiles.css'
import './styles/tools.css'
import './styles/trash.css'
import './styles/inbox.css'
import './styles/jobs.css'
import './styles/import.css'
import './styles/export.css'
import './styles/files.css'
import './styles/first-run.css'

async function start(): Promise<void> {
  const info = await call('app.info', {})
  startTexts(info.language)
  useApp.setState({ info })
  startEventStream()
  startAppStore()
  startLayoutStore()
  startStoryStore()
  startInboxStore()
  startJobStore()
  startApprovalStore()
  startAwayNotes()
  const forms = keepForms([worldForms, storyFormsKept])
  window.wenqu.onBeforeClose(forms.flush)
  window.addEventListener('pagehide', () => void forms.flush())
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<App />)
}

void start()
