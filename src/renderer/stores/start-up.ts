import { create } from 'zustand'
import { call } from '../bridge/call'
import type { OpenProject } from '@shared/procedures/project'
import { onEvent, resync } from '../bridge/event-stream'
import { useApp } from './app'
import { useApprovals } from './approvals'
import { useImport } from './import'
import { useInbox } from './inbox'
import { useJobs } from './jobs'
import { useLayout } from './layout'
import { attempt } from './notices'
import { useStory } from './story'

/** `opening` until it is known whether a project opens by itself; then `choose` shows first run or the list. */
export const useStartUp = create<{ phase: 'opening' | 'choose' }>(() => ({ phase: 'opening' }))

/** Makes a project the window's own: layout first, so that it comes back where it was. */
export async function enterProject(project: OpenProject): Promise<void> {
  await useLayout.getState().load(project.project)
  useApp.getState().opened(project)
  await Promise.all([useStory.getState().load(), useApprovals.getState().load()])
  showWaiting()
  openFirstText()
  void useInbox.getState().load()
  void useJobs.getState().load()
  // An import that broke off is where the author was; it waits there to go on.
  void useImport.getState().look().then((found) => { if (found) useLayout.getState().set({ centre: 'import' }) }, () => undefined)
}

/** What waits for the author's answer is in sight when a novel opens, even where the last window did not keep its zones (P5). */
function showWaiting(): void {
  const oldest = useApprovals.getState().pending[0]
  if (oldest) useLayout.getState().set({ assistant: true, sessionId: useLayout.getState().sessionId ?? oldest.surfaceSessionId })
}

/** The novel opens on a text to write in, never on an empty window. */
function openFirstText(): void {
  const { tabs, openText } = useLayout.getState()
  const outline = useStory.getState().outline
  if (tabs.length > 0 || !outline) return
  const first = [...outline.acts.flatMap((act) => act.chapters), ...outline.ungrouped].flatMap((chapter) => chapter.prose)[0]
  if (first) openText(first.path)
}

/** To the text in front, or the first there is; what was just made counts. */
export async function goWriting(): Promise<void> {
  const { activePath, show, openText } = useLayout.getState()
  show('story')
  await useStory.getState().load()
  if (activePath !== null) openText(activePath)
  else openFirstText()
}

export async function openDir(dir: string): Promise<boolean> {
  const opened = await attempt(() => call('projects.open', { dir }))
  if (opened) await enterProject(opened)
  return opened !== null
}

async function begin(): Promise<void> {
  const { info } = useApp.getState()
  await attempt(() => useApp.getState().loadSettings())
  try {
    if (info?.projectArgument) await openDir(info.projectArgument)
  } finally {
    // From now on the window without a project offers to choose one, also after this one is closed.
    useStartUp.setState({ phase: 'choose' })
  }
}

/** Follows core's state: opens at start, and reads everything again after a restart (R1). */
export function openAtStart(): () => void {
  let begun = false
  const ready = async () => {
    const project = useApp.getState().project
    if (!begun) { begun = true; return begin() }
    if (!project) return
    const again = await attempt(() => call('projects.open', { dir: project.dir }))
    if (again) useApp.getState().opened(again)
    resync()
  }
  const take = (state: Awaited<ReturnType<typeof coreState>>) => {
    const before = useApp.getState().core
    useApp.getState().setCore(state)
    if (state === 'ready' && (before !== 'ready' || !begun)) void ready()
  }
  const stops = [window.wenqu.onCoreState(take), onEvent('lock.changed', (_event, from) => void lockChanged(from))]
  void coreState().then(take)
  return () => { for (const stop of stops) stop() }
}

/** The lock was lost, or the program that held it is gone: the banner says how it stands now. */
async function lockChanged(from: string | null): Promise<void> {
  const shown = useApp.getState().project
  if (!shown || (from !== null && from !== shown.project)) return
  const again = await call('projects.open', { dir: shown.dir }).catch(() => null)
  if (again && useApp.getState().project?.dir === again.dir) useApp.getState().opened(again)
}

const coreState = async () => (await call('app.coreState', {})).state
