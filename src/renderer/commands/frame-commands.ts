import { call } from '../bridge/call'
import { useApp } from '../stores/app'
import { useComposer } from '../stores/composer'
import { activities, useLayout, type Activity } from '../stores/layout'
import { attempt } from '../stores/notices'
import { addCommands, type Command } from './registry'
import { focusSoon, focusZone } from './zones'

const layout = () => useLayout.getState()
const inProject = () => useApp.getState().project !== null

/** Closes the project and shows the list of novels. */
export async function closeProject(): Promise<void> {
  const project = useApp.getState().project
  if (!project) return
  // The way out leads through the settings; coming back, one is with the text.
  if (layout().centre === 'settings') layout().show('story')
  await attempt(() => call('projects.close', { project: project.project }))
  useApp.getState().opened(null)
}

/** An activity asked for by its key has the keys, as soon as its list is there. */
function showActivity(activity: Activity): void {
  layout().show(activity)
  focusSoon('zone-side')
}

let beforeAssistant: Element | null = null
/** The assistant opens ready to be written to, and gives the keys back to where they were. */
function toggleAssistant(): void {
  const open = !layout().assistant
  if (open) {
    beforeAssistant = document.activeElement
    useComposer.getState().askFocus()
  } else if (document.activeElement?.closest('[data-testid="zone-assistant"]') && beforeAssistant instanceof HTMLElement && beforeAssistant.checkVisibility()) beforeAssistant.focus({ preventScroll: true })
  layout().set({ assistant: open })
}

/** The export panel in the centre, the keys in it. */
function showExport(): void {
  layout().set({ centre: 'export' })
  focusSoon('zone-centre')
}

const shell: Command[] = [
  { id: 'toggleSide', label: 'command.toggleSide', keys: 'Mod+B', when: inProject, run: () => layout().set({ side: !layout().side }) },
  { id: 'toggleAssistant', label: 'command.toggleAssistant', keys: 'Mod+Alt+B', when: inProject, run: toggleAssistant },
  { id: 'nextZone', label: 'command.nextZone', keys: 'F6', when: inProject, run: () => focusZone(1) },
  { id: 'previousZone', label: 'command.previousZone', keys: 'Shift+F6', when: inProject, run: () => focusZone(-1) },
  { id: 'focusMode', label: 'command.focusMode', keys: 'F8', when: inProject, run: () => layout().setFocus(!layout().focus) },
  { id: 'quickOpen', label: 'command.quickOpen', keys: 'Mod+P', when: inProject, run: () => layout().setQuickOpen(true) },
  { id: 'keysList', label: 'command.keysList', keys: 'F1', run: () => layout().setKeysOpen(true) },
  { id: 'settings', label: 'command.settings', keys: 'Mod+,', when: inProject, run: () => showActivity('settings') },
  { id: 'export', label: 'command.export', when: inProject, run: showExport },
  { id: 'closeProject', label: 'command.closeProject', when: inProject, run: () => void closeProject() },
]

/** Commands of the frame itself; panels add their own. */
export function addFrameCommands(): () => void {
  const digits = activities.map((activity, index): Command => ({
    id: `activity.${activity}`, label: `frame.${activity}`, keys: `Mod+${index + 1}`, when: inProject, run: () => showActivity(activity),
  }))
  return addCommands([...shell, ...digits])
}
