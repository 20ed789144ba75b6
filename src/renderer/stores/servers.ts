import { create } from 'zustand'
import type { Fault } from '@shared/fault'
import type { McpServerRow } from '@shared/procedures/mcp'
import type { ToolLayer } from '@shared/procedures/tools'
import { call } from '../bridge/call'
import { onEvent, onResync } from '../bridge/event-stream'
import { errorFault } from '../i18n/fault-text'
import type { ServerDraft } from '../panels/tools/servers/server-draft'
import { onOtherNovel, shownNovel } from './app'
import { coalesced } from './coalesced'
import { useLayout } from './layout'

export interface ServerId { readonly layer: ToolLayer; readonly alias: string; readonly at: number }
interface Servers {
  rows: readonly McpServerRow[] | null; consentError: string | null; fault: Fault | null
  /** The form in front, unsaved; it outlives the panel, and its secrets go nowhere but to the keychain. */ draft: { readonly of: ServerId | null; readonly form: ServerDraft } | null
  load(): Promise<void>
}

const nothing = { rows: null, consentError: null, fault: null, draft: null } as const

async function read(): Promise<void> {
  const project = shownNovel()
  if (project === undefined) return
  const still = (): boolean => shownNovel() === project
  try {
    const { servers, consentError } = await call('mcp.list', { project })
    if (still()) useServers.setState({ rows: servers, consentError, fault: null })
  } catch (error) {
    if (still()) useServers.setState({ fault: errorFault(error) })
  }
}

/** MCP servers as they stand, read again whenever something about them changed (09 §11). */
export const useServers = create<Servers>(() => ({ ...nothing, load: coalesced(read) }))

/** The row that was chosen: in its place, else the one of that name in that file. */
export function rowOf(rows: readonly McpServerRow[] | null, { layer, alias, at }: ServerId): McpServerRow | null {
  const named = (rows ?? []).filter((row) => row.layer === layer && row.alias === alias)
  return named.find((row) => row.at === at) ?? named[0] ?? null
}

const inSight = (): boolean => { const { centre, activity, side } = useLayout.getState(); return centre === 'tools' || (activity === 'tools' && side) }
const reload = () => { if (inSight()) void useServers.getState().load() }
for (const type of ['mcp.changed', 'mcp.outage', 'trust.changed', 'settings.changed'] as const) onEvent(type, reload)
onResync(reload)
onOtherNovel(() => useServers.setState(nothing))
