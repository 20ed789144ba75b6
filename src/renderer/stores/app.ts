import { create } from 'zustand'
import type { CoreState } from '@shared/bridge'
import type { OpenProject } from '@shared/procedures/project'
import type { Output } from '@shared/procedures'
import type { Locale, UiSettings } from '@shared/settings'
import { call } from '../bridge/call'
import { onEvent, onResync } from '../bridge/event-stream'
import { currentLocale, setLocale } from '../i18n/text'
import { dropInformation } from './notices'

type Info = Output<'app.info'>
interface App {
  info: Info | null; core: CoreState; project: OpenProject | null; ui: UiSettings | null; configError: string | null
  setCore(state: CoreState): void
  opened(project: OpenProject | null): void
  loadSettings(): Promise<void>
  setUi(change: Partial<UiSettings>): Promise<void>
}

const prefersDark = () => window.matchMedia('(prefers-color-scheme: dark)').matches
const shownTheme = (theme: UiSettings['theme']) => (theme === 'system' ? (prefersDark() ? 'dark' : 'light') : theme)

/** Puts theme, fonts and language on the page; takes effect at once. */
function apply(ui: UiSettings, info: Info | null): void {
  const page = document.documentElement
  page.dataset['theme'] = shownTheme(ui.theme)
  page.style.setProperty('--prose-size', `${ui.fontSize}px`)
  if (ui.fontFamily) page.style.setProperty('--font-prose', `'${ui.fontFamily.replaceAll("'", '')}', 'Noto Serif CJK SC', serif`)
  else page.style.removeProperty('--font-prose')
  const locale = ui.language ?? info?.language ?? 'zh-CN'
  // What was said in the other language would stay in it.
  if (locale !== currentLocale()) dropInformation()
  setLocale(locale)
}

/** The window's own state: which project, how it looks, whether core answers. */
export const useApp = create<App>((set, get) => ({
  info: null, core: 'starting', project: null, ui: null, configError: null,
  setCore: (core) => set({ core }),
  opened(project) {
    if (project) document.documentElement.dataset['novel'] = project.locale
    set({ project })
  },
  async loadSettings() {
    const { config, error } = await call('settings.get', {})
    apply(config.ui, get().info)
    set({ ui: config.ui, configError: error })
  },
  async setUi(change) {
    const ui = await call('settings.setUi', change)
    apply(ui, get().info)
    set({ ui })
  },
}))

/** Settings changed elsewhere, or looked at anew by a core that came back, take effect at once. */
export function startAppStore(): void {
  const load = () => void useApp.getState().loadSettings().catch(() => undefined)
  onEvent('settings.changed', load)
  onResync(load)
}

export const useProject = () => useApp((state) => state.project)
/** The slug of the open project; panels are only drawn while there is one. */
export const projectId = (): string => {
  const project = useApp.getState().project
  if (!project) throw new Error('no project is open')
  return project.project
}

/** The slug of the novel in the window, if there is one. */
export const shownNovel = (): string | undefined => useApp.getState().project?.project

/** Whether a novel is still the one in the window: what comes late for another is dropped. */
export const isShown = (project: string): boolean => shownNovel() === project

/** What is read or typed of one novel is forgotten before another shows. */
export function onOtherNovel(forget: () => void): void {
  useApp.subscribe(({ project }, before) => { if (project?.dir !== before.project?.dir) forget() })
}

/** The language the novel is written in, which need not be the window's. */
export const novelLocale = (): Locale => useApp.getState().project?.locale ?? currentLocale()

/** Whether the novel may not be changed here; also while none is open. At the moment of an act; what is drawn asks `useReadOnly`, so that a lock taken over shows at once. */
export const isReadOnly = (): boolean => useApp.getState().project?.readOnly ?? true
export const useReadOnly = (): boolean => useApp((state) => state.project?.readOnly ?? true)
