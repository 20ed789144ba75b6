import type { CSSProperties, ReactNode } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useText } from '../../i18n/text'
import { useApp } from '../../stores/app'
import { useLayout, type CentreView } from '../../stores/layout'
import { Splitter } from '../../ui/splitter'
import { AssistantZone } from '../sessions/assistant-zone'
import { EditorPanel } from '../editor/editor-panel'
import { ExportPanel } from '../export/export-panel'
import { FilesPanel } from '../files/files-panel'
import { ImportPanel } from '../import/import-panel'
import { InboxPanel } from '../inbox/inbox-panel'
import { InboxView } from '../inbox/inbox-view'
import { JobView } from '../jobs/job-view'
import { JobsPanel } from '../jobs/jobs-panel'
import { SettingsPanel } from '../settings/settings-panel'
import { SettingsSections } from '../settings/settings-sections'
import { StoryDrawer } from '../story/drawer/drawer'
import { StoryPanel } from '../story/story-panel'
import { StoryViews } from '../story/story-views'
import { WorldPanel } from '../world/world-panel'
import { WorldViews } from '../world/world-views'
import { ToolsPanel } from '../tools/tools-panel'
import { ToolsViews } from '../tools/tools-views'
import { TrashPanel } from '../trash/trash-panel'
import { TrashPreview } from '../trash/trash-preview'
import { ActivityBar } from './activity-bar'
import { Banners } from './banners'
import type { Widths } from './room'
import { StatusBar } from './status-bar'
import { useRoom } from './use-room'

const sides = { story: <StoryPanel />, world: <WorldPanel />, files: <FilesPanel />, inbox: <InboxPanel />, jobs: <JobsPanel />, trash: <TrashPanel />, tools: <ToolsPanel />, settings: <SettingsSections /> }

const others: Record<Exclude<CentreView, 'editor'>, ReactNode> = { settings: <SettingsPanel />, inbox: <InboxView />, jobs: <JobView />, trash: <TrashPreview />, import: <ImportPanel />, export: <ExportPanel />, board: <StoryViews />, world: <WorldViews />, tools: <ToolsViews /> }

/** What stands inside the centre beside its view; as wide as the style sheet says while it is closed. */
const inside = ({ drawer, history }: Widths): CSSProperties => ({ ...(drawer === undefined ? {} : { '--drawer-room': `${drawer}px` }), ...(history === undefined ? {} : { '--history-room': `${history}px` }) }) as CSSProperties

function Centre({ room }: { room: Widths }) {
  const t = useText()
  const centre = useLayout((s) => s.centre)
  const title = useApp((s) => s.project?.title)
  return (
    <main className="zone-centre" data-testid="zone-centre" aria-label={t('frame.centre')} style={inside(room)}>
      <h1 className="visually-hidden" data-user-content>{title}</h1>
      {/* The editor stays mounted: its buffers, undo and composition outlive a look elsewhere. */}
      <div className="centre-view" hidden={centre !== 'editor'}><EditorPanel /></div>
      {centre !== 'editor' && <div className="centre-view">{others[centre]}</div>}
      <StoryDrawer />
    </main>
  )
}

/** Activity bar, side list, centre, assistant, status bar (09 §1). */
export function Frame() {
  const t = useText()
  const { side, assistant, activity, focus, set } = useLayout(useShallow(({ side, assistant, activity, focus, set }) => ({ side, assistant, activity, focus, set })))
  const novel = useApp((s) => s.project?.project)
  const room = useRoom()
  return (
    <div className="frame" data-focus={focus}>
      <Banners />
      <div className="frame-row">
        {!focus && <ActivityBar />}
        {!focus && side && (
          <aside className="zone-side" data-testid="zone-side" aria-label={t(`frame.${activity}`)} style={{ width: room.side }}>
            <div className="zone-body">{sides[activity]}</div>
            <Splitter label={t('frame.resizeSide')} size={room.side ?? 0} min={200} max={520} direction={1} onSize={(sideWidth) => set({ sideWidth })} />
          </aside>
        )}
        <Centre room={room} />
        {!focus && assistant && (
          <aside className="zone-assistant" data-testid="zone-assistant" aria-label={t('frame.assistant')} style={{ width: room.assistant }}>
            <Splitter label={t('frame.resizeAssistant')} size={room.assistant ?? 0} min={300} max={720} direction={-1} onSize={(assistantWidth) => set({ assistantWidth })} />
            <div className="zone-body"><AssistantZone key={novel} /></div>
          </aside>
        )}
      </div>
      {!focus && <StatusBar />}
    </div>
  )
}
