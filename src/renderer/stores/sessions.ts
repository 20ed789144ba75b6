import { create } from 'zustand'
import type { MissingSession, Session } from '@shared/session'
import { call } from '../bridge/call'
import { onEvent, onResync } from '../bridge/event-stream'
import { currentLocale } from '../i18n/text'
import { onOtherNovel, projectId, shownNovel } from './app'
import { useLayout } from './layout'
import { newProfile } from './new-session'
import { useTranscript } from './transcript'

interface Sessions {
  list: Session[]; /** Linked ones that are gone. */ missing: MissingSession[]; loaded: boolean
  /** Names by key, of every profile. */ profiles: Readonly<Record<string, string>>
  /** What the author can start. */ startable: readonly { key: string; name: string; description: string }[]
  /** Keys of those whose changes can be proposals. */ proposing: ReadonlySet<string>
  load(): Promise<void>
  open(id: number): void
  create(profileKey?: string): Promise<Session>
}

const byNewest = (list: readonly Session[]) => [...list].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))

const nothing = { list: [], missing: [], loaded: false, profiles: {}, startable: [], proposing: new Set<string>() }

/** All conversations of the project, newest first. */
export const useSessions = create<Sessions>((set, get) => ({
  ...nothing,
  async load() {
    const project = shownNovel()
    if (project === undefined) return
    const [{ sessions, missing }, { profiles, names, proposing }] = await Promise.all([call('sessions.list', { project }), call('profiles.list', { project, lang: currentLocale() })])
    if (shownNovel() !== project) return
    set({ list: byNewest(sessions), missing, loaded: true, profiles: names, startable: profiles, proposing: new Set(proposing) })
  },
  open(id) {
    // Asked for before anything is drawn: core reads while the window draws.
    void useTranscript.getState().show(id)
    useLayout.getState().set({ sessionId: id, assistant: true })
    void call('sessions.markSeen', { project: projectId(), sessionId: id }).catch(() => undefined)
  },
  async create(profileKey = newProfile) {
    const session = await call('sessions.create', { project: projectId(), profileKey })
    set({ list: byNewest([session, ...get().list.filter((s) => s.id !== session.id)]) })
    get().open(session.id)
    return session
  },
}))

onOtherNovel(() => useSessions.setState(nothing))
const load = () => void useSessions.getState().load().catch(() => undefined)
onEvent('session.changed', ({ session }) => useSessions.setState((s) => ({ list: byNewest([session, ...s.list.filter((old) => old.id !== session.id)]) })))
onEvent('session.removed', ({ sessionId }) => { useSessions.setState((s) => ({ list: s.list.filter((old) => old.id !== sessionId) })); load() })
// A kind of assistant may have come, or be called otherwise now.
onEvent('settings.changed', load)
onResync(load)
