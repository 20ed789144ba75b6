import type { CoreCall } from './core-process'
import { launchApp, type Launched, type LaunchOptions } from './launch'
import { makeProject, type MadeProject, type ProjectWish } from './make-project'
import { freshFolder } from './paths'
import { part } from './window'

export interface NovelWish extends ProjectWish { /** Already furnished; a fresh one else. */ home?: string; launch?: Omit<LaunchOptions, 'home' | 'project'>; fill?: (call: CoreCall, made: MadeProject) => Promise<void> }
export interface OpenNovel extends MadeProject { readonly home: string; readonly app: Launched }

/** A novel in a home of its own, open in a window; the window is gone when the test file has ended. */
export async function openNovel({ launch, fill, home = freshFolder(), ...wish }: NovelWish = {}): Promise<OpenNovel> {
  const { dir, project } = await makeProject(home, wish, fill)
  return { home, dir, project, app: await launchApp({ home, project: dir, ...launch }) }
}

/** The sample novel, its story tree in sight. */
export async function openSample(size = { width: 1440, height: 900 }): Promise<OpenNovel> {
  const novel = await openNovel({ title: '雪夜长灯', sample: true, launch: { size } })
  await part(novel.app.page, 'tree-chapter').first().waitFor()
  return novel
}

/** The sample novel at its board, promises or decisions. */
export async function openSampleAt(tab: 'board' | 'promises' | 'decisions'): Promise<OpenNovel> {
  const novel = await openSample()
  const { page } = novel.app
  await part(page, 'story-board-open').click()
  await part(page, `story-tab-${tab}`).click()
  await part(page, { board: 'scene-card', promises: 'promise-row', decisions: 'decision-row' }[tab]).first().waitFor()
  return novel
}
