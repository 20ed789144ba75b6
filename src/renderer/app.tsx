import { useEffect } from 'react'
import { addFrameCommands } from './commands/frame-commands'
import { addAssistantCommands } from './panels/sessions/assistant-zone'
import { startKeepFocus } from './commands/keep-focus'
import { startKeys } from './commands/keys'
import { openAtStart, useStartUp } from './stores/start-up'
import { useApp } from './stores/app'
import { FirstRun } from './panels/first-run/first-run'
import { Frame } from './panels/frame/frame'
import { KeysList } from './panels/frame/keys-list'
import { QuickOpen } from './panels/frame/quick-open'
import { LateLoading } from './ui/late-loading'
import { Toaster } from './ui/toaster'

/** First run or list while no project is open; the frame while one is. Ready once it is as the author left it. */
export function App() {
  const project = useApp((s) => s.project)
  const { phase } = useStartUp()
  useEffect(() => {
    const stops = [addFrameCommands(), addAssistantCommands(), startKeys(), startKeepFocus(), openAtStart()]
    return () => { for (const stop of stops) stop() }
  }, [])
  return (
    <div className="app-root" data-testid="app-root" data-ready={phase === 'choose' ? 'true' : undefined}>
      {project ? <Frame key={project.project} /> : phase === 'choose' ? <FirstRun /> : <LateLoading />}
      <KeysList />
      {project && <QuickOpen />}
      <Toaster />
    </div>
  )
}
