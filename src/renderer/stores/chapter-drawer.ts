import { create } from 'zustand'
import type { Fault } from '@shared/fault'
import type { Output } from '@shared/procedures'
import type { Scene, Thread } from '@shared/story'
import { call } from '../bridge/call'
import { onEvent, onResync } from '../bridge/event-stream'
import { errorFault } from '../i18n/fault-text'
import { projectId, useApp } from './app'

export type DrawerTarget =
  | { kind: 'chapter' | 'scene' | 'thread' | 'phase' | 'act'; id: string }
  /** `null`: a new one. */
  | { kind: 'promise' | 'decision'; id: string | null; form?: 'decide' | 'drop' | 'supersede' }
  | { kind: 'story' }

interface Drawer {
  target: DrawerTarget | null; /** The scene of the chapter that is unfolded. */ openScene: string | null; /** The scene to bring into view once it is drawn. */ revealScene: string | null; /** Field key that takes the focus once it is drawn. */ focusField: string | null
  chapter: Output<'story.chapter'> | null; scene: Scene | null; thread: Thread | null; fault: Fault | null
  open(target: DrawerTarget, more?: { openScene?: string | null; focusField?: string | null }): void
  close(): void
  unfold(sceneId: string | null): void
  askFocus(field: string | null): void
  revealed(): void
  load(): Promise<void>
}

const same = (a: DrawerTarget | null, b: DrawerTarget): boolean => JSON.stringify(a) === JSON.stringify(b)

async function read(target: DrawerTarget): Promise<Partial<Pick<Drawer, 'chapter' | 'scene' | 'thread'>>> {
  const project = projectId()
  if (target.kind === 'chapter') return { chapter: await call('story.chapter', { project, id: target.id }) }
  if (target.kind === 'scene') return { scene: await call('story.scene', { project, id: target.id }) }
  if (target.kind === 'thread') return { thread: (await call('story.thread', { project, id: target.id })).thread }
  return {}
}

/** What the drawer beside the text shows. Reading it again never touches what is being typed. */
export const useChapterDrawer = create<Drawer>((set, get) => ({
  target: null, openScene: null, revealScene: null, focusField: null, chapter: null, scene: null, thread: null, fault: null,
  open(target, more = {}) {
    const kept = same(get().target, target)
    set({ target, openScene: more.openScene ?? (kept ? get().openScene : null), revealScene: more.openScene ?? null, focusField: more.focusField ?? null, fault: null, ...(kept ? {} : { chapter: null, scene: null, thread: null }) })
    void get().load()
  },
  close: () => set({ target: null, openScene: null, revealScene: null, focusField: null, chapter: null, scene: null, thread: null, fault: null }),
  unfold: (openScene) => set({ openScene }),
  askFocus: (focusField) => set({ focusField }),
  revealed: () => set({ revealScene: null }),
  async load() {
    const { target } = get()
    if (!target || !useApp.getState().project) return
    try {
      const answer = await read(target)
      if (get().target === target) set({ ...answer, fault: null })
    } catch (error) {
      const fault = errorFault(error)
      if (get().target !== target) return
      if (fault.code === 'ENTITY_NOT_FOUND') get().close()
      else set({ fault })
    }
  },
}))

const reload = () => void useChapterDrawer.getState().load()
onEvent('story.changed', reload)
onEvent('file.changed', ({ path }) => { if (path.startsWith('manuscript/')) reload() })
onResync(reload)
