import { create } from 'zustand'
import type { Fault } from '@shared/fault'
import type { Output } from '@shared/procedures'
import type { ScriptTool, ToolLayer, ToolListRow } from '@shared/procedures/tools'
import { call } from '../bridge/call'
import { onEvent, onResync } from '../bridge/event-stream'
import { errorFault } from '../i18n/fault-text'
import { currentLocale } from '../i18n/text'
import { onOtherNovel, shownNovel } from './app'
import { coalesced } from './coalesced'
import { useLayout } from './layout'

export type ToolView = { readonly kind: 'tool'; readonly name: string; readonly layer: ToolLayer | null } | { readonly kind: 'new' } | { readonly kind: 'import' }
  | { readonly kind: 'server'; readonly layer: ToolLayer; readonly alias: string; /** Where it stood in its file when it was chosen. */ readonly at: number } | { readonly kind: 'server-form'; /** Null: a new one. */ readonly of: { readonly layer: ToolLayer; readonly alias: string; readonly at: number } | null } | null
/** How the tests of the tool in front go, or how the last ones ended without a result. */
export interface Testing { readonly state: 'running' | 'done' | 'stopped' | 'failed'; readonly done: number; readonly total: number; readonly message: string | null }

interface Tools {
  list: Output<'tools.list'> | null; fault: Fault | null; profile: string; filter: string; view: ToolView
  /** The script tool in front, as it is in its folder. */ script: ScriptTool | null; scriptFault: Fault | null; /** By `layer/name`. */ testing: Readonly<Record<string, Testing>>
  load(): Promise<void>
  loadScript(): Promise<void>
  setProfile(profile: string): void
  setFilter(filter: string): void
  show(view: ToolView): void
}

const nothing = { list: null, fault: null, profile: 'leader.default', filter: '', view: null, script: null, scriptFault: null, testing: {} } as const

async function readList(): Promise<void> {
  const project = shownNovel()
  const { profile } = useTools.getState()
  if (project === undefined) return
  try {
    const list = await call('tools.list', { project, profile, lang: currentLocale() })
    if (shownNovel() === project && useTools.getState().profile === profile) useTools.setState({ list, fault: null })
  } catch (error) {
    if (shownNovel() === project) useTools.setState({ fault: errorFault(error) })
  }
}

async function readScript(): Promise<void> {
  const project = shownNovel()
  const { view } = useTools.getState()
  if (project === undefined || view?.kind !== 'tool' || view.layer === null) return
  const still = (): boolean => shownNovel() === project && useTools.getState().view === view
  try {
    const script = await call('tools.script', { project, name: view.name, layer: view.layer })
    if (still()) useTools.setState({ script, scriptFault: null })
  } catch (error) {
    if (still()) useTools.setState({ script: null, scriptFault: errorFault(error) })
  }
}

/** Sets of assistants and the script tool in front (09 §11); unsaved texts live in their own store. */
export const useTools = create<Tools>((set, get) => ({
  ...nothing,
  load: coalesced(readList),
  loadScript: coalesced(readScript),
  setProfile(profile) { set({ profile }); void get().load() },
  setFilter: (filter) => set({ filter }),
  show(view) {
    const before = get().view
    const same = view?.kind === 'tool' && before?.kind === 'tool' && view.name === before.name && view.layer === before.layer
    set({ view: same ? before : view, ...(same ? {} : { script: null, scriptFault: null }) })
    if (useLayout.getState().centre !== 'tools') useLayout.getState().set({ centre: 'tools' })
    void get().loadScript()
  },
}))

const inSight = (): boolean => { const { centre, activity, side } = useLayout.getState(); return centre === 'tools' || (activity === 'tools' && side) }
const reload = () => { if (!inSight()) return; void useTools.getState().load(); void useTools.getState().loadScript() }
for (const type of ['tools.changed', 'mcp.changed', 'trust.changed', 'settings.changed'] as const) onEvent(type, reload)
onResync(reload)
onEvent('tooltest.progress', ({ tool, layer, state, done, total, message }) => useTools.setState(({ testing }) => ({ testing: { ...testing, [`${layer}/${tool}`]: { state, done, total, message } } })))

onOtherNovel(() => useTools.setState(nothing))

const noRows: readonly ToolListRow[] = []
export const useToolRows = (): readonly ToolListRow[] => useTools((s) => s.list?.tools ?? noRows)
