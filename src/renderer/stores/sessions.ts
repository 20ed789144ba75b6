import { create } from 'zustand'
import type { Session } from '@shared/session'
import { call } from '../bridge/call'
import { onEvent, onResync } from '../bridge/event-stream'
import { projectId, useApp } from './app'
import { useLayout } from './layout'

interface Sessions {
  list: Session[]; loaded: boolean; profiles: Readonly<Record<string, string>>
  load(): Promise<void>
  open(id: number): void
  create(): Promise<Session>
}

const byNewest = (list: readonly Session[]) => [...list].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))

/** All conversations of the project, newest first. */
export const useSessions = create<Sessions>((set, get) => ({
  list: [], loaded: false, profiles: {},
  async load() {
    if (!useApp.getState().project) return
    const [{ sessions }, { profiles }] = await Promise.all([call('sessions.list', { project: projectId() }), call('profiles.list', { project: projectId() })])
    set({ list: byNewest(sessions), loaded: true, profiles: Object.fromEntries(profiles.map((profile) => [profile.key, profile.name])) })
  },
  open(id) {
    useLayout.getState().set({ sessionId: id, assistant: true })
    void call('sessions.markSeen', { project: projectId(), sessionId: id }).catch(() => undefined)
  },
  async create() {
    const session = await call('sessions.create', { project: projectId(), profileKey: 'leader.default' })
    set({ list: byNewest([session, ...get().list.filter((s) => s.id !== session.id)]) })
    get().open(session.id)
    return session
  },
}))

const load = () => void useSessions.getState().load().catch(() => undefined)
onEvent('session.changed', ({ session }) => useSessions.setState((s) => ({ list: byNewest([session, ...s.list.filter((old) => old.id !== session.id)]) })))
onEvent('session.removed', ({ sessionId }) => useSessions.setState((s) => ({ list: s.list.filter((old) => old.id !== sessionId) })))
onResync(load)
