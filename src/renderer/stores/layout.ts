import { z } from 'zod'
import { create } from 'zustand'
import { Picture } from '@shared/session'
import { call } from '../bridge/call'
import { ExportKept } from './export-kept'

export const activities = ['story', 'world', 'files', 'inbox', 'jobs', 'trash', 'tools', 'settings'] as const
export type Activity = (typeof activities)[number]
const centreViews = ['editor', 'settings', 'inbox', 'jobs', 'trash', 'import', 'export', 'board', 'world', 'tools'] as const
export type CentreView = (typeof centreViews)[number]

/** Places of the choices picked, and the words beside them. */
export const Given = z.object({ picked: z.array(z.number()), text: z.string() })
export type Given = z.infer<typeof Given>

const Kept = z.object({
  activity: z.enum(activities).default('story'), side: z.boolean().default(true), sideWidth: z.number().default(280), assistant: z.boolean().default(false),
  assistantWidth: z.number().default(380), centre: z.enum(centreViews).default('editor'), tabs: z.array(z.string()).default([]), activePath: z.string().nullable().default(null),
  carets: z.record(z.string(), z.object({ line: z.number(), column: z.number(), scrollTop: z.number() })).default({}), sessionId: z.number().nullable().default(null), approvalsHeight: z.number().default(320),
  /** The author has looked at the world, the jobs, the tools: their icons stay (09 §1). */ worldUsed: z.boolean().default(false), jobsUsed: z.boolean().default(false), toolsUsed: z.boolean().default(false),
  /** Unsent words per conversation, `new` for one not begun, and the pictures beside them. */ drafts: z.record(z.string(), z.string()).default({}), draftPictures: z.record(z.string(), z.array(Picture)).default({}),
  /** How this novel is exported. */ exporting: ExportKept.prefault({}),
  /** Answers begun and not yet sent, by whatever asks: a call, a job. */ answers: z.record(z.string(), z.array(Given)).default({}),
})
export type Kept = z.infer<typeof Kept>

interface Layout extends Kept {
  focus: boolean
  keysOpen: boolean
  quickOpen: boolean
  /** The text the author asked to write in, and how often: its editor takes the caret. Null when the text in front was only shown. */
  entering: { path: string; asked: number } | null
  set(change: Partial<Kept>): void
  setFocus(on: boolean): void
  setKeysOpen(open: boolean): void
  setQuickOpen(open: boolean): void
  load(project: string): Promise<void>
  /** Opens a text and goes into it. */
  openText(path: string): void
  /** Opens a text beside the list it was chosen in, which keeps the keys. */
  showText(path: string): void
  closeText(path: string): void
  show(activity: Activity): void
}

/** Room for one zone beside the text only, as at 200 % zoom; the same width as in frame.css. */
const isNarrow = (): boolean => window.innerWidth <= 760

let project: string | null = null
let timer: ReturnType<typeof setTimeout> | undefined
/** Not yet handed to main, with the project it was kept for. */
let due: { project: string; layout: Kept } | null = null
let sent: Promise<unknown> = Promise.resolve()

/** Hands what is due to main at once; resolves when main has it, also what was on its way. */
export async function flushLayout(): Promise<void> {
  clearTimeout(timer)
  const now = due
  due = null
  if (now) sent = Promise.all([sent, call('layout.set', now).catch(() => undefined)])
  await sent
}

const keep = (state: Kept) => {
  if (project === null) return
  if (due && due.project !== project) void flushLayout()
  clearTimeout(timer)
  due = { project, layout: Kept.parse(state) }
  timer = setTimeout(() => void flushLayout(), 200)
}

const inFront = ({ tabs }: Kept, path: string): Pick<Kept, 'tabs' | 'activePath' | 'centre'> => ({ tabs: tabs.includes(path) ? tabs : [...tabs, path], activePath: path, centre: 'editor' })

/** A window that closes, and a page that is loaded anew, take their last look along (R5). */
export function startLayoutStore(): () => void {
  const leave = () => void flushLayout()
  window.addEventListener('pagehide', leave)
  const stop = window.wenqu.onBeforeClose(flushLayout)
  return () => { window.removeEventListener('pagehide', leave); stop() }
}

/** Zones, sizes, open texts and carets of one project window; kept by main, so a restart comes back to them (W1, W2). */
export const useLayout = create<Layout>((set, get) => ({
  ...Kept.parse({}), focus: false, keysOpen: false, quickOpen: false, entering: null,
  set(change) { set(change); keep(get()) },
  setFocus: (focus) => set({ focus }),
  setKeysOpen: (keysOpen) => set({ keysOpen }),
  setQuickOpen: (quickOpen) => set({ quickOpen }),
  async load(id) {
    project = null
    const { layout } = await call('layout.get', { project: id })
    const kept = Kept.safeParse(layout ?? {})
    const now = kept.success ? kept.data : Kept.parse({})
    set({ ...now, entering: now.activePath === null ? null : { path: now.activePath, asked: 1 } })
    project = id
  },
  openText(path) {
    set({ entering: { path, asked: (get().entering?.asked ?? 0) + 1 } })
    get().set(inFront(get(), path))
  },
  showText(path) {
    if (get().entering?.path !== path) set({ entering: null })
    get().set(inFront(get(), path))
  },
  closeText(path) {
    const at = get().tabs.indexOf(path)
    const tabs = get().tabs.filter((tab) => tab !== path)
    set({ entering: null })
    get().set({ tabs, activePath: get().activePath === path ? (tabs[Math.min(at, tabs.length - 1)] ?? null) : get().activePath })
  },
  show(activity) {
    const centre = activity === 'story' || activity === 'files' ? 'editor' : activity
    get().set({ activity, centre, ...(activity === 'world' ? { worldUsed: true } : {}), ...(activity === 'jobs' ? { jobsUsed: true } : {}), ...(activity === 'tools' ? { toolsUsed: true } : {}), side: activity === 'settings' ? get().side : true, ...(isNarrow() ? { assistant: false } : {}) })
  },
}))
