import { join } from 'node:path'
import { withCore, type CoreCall } from './core-process'

export interface MadeProject { dir: string; project: string }
export interface ProjectWish { title?: string; locale?: 'zh-CN' | 'en'; sample?: boolean }

const samples = { 'zh-CN': 'changan-snow', en: 'harbour-lights' } as const

/** A project below `home`, made through core and closed again; `fill` may add to it while it is open. */
export async function makeProject(home: string, wish: ProjectWish = {}, fill: (call: CoreCall, made: MadeProject) => Promise<void> = async () => undefined): Promise<MadeProject> {
  const { title = '雪夜', locale = 'zh-CN', sample = false } = wish
  return withCore(home, async (call) => {
    const made = await call('projects.create', { title, locale, dir: join(home, 'novels', title), ...(sample ? { sample: samples[locale] } : {}) })
    const answer = { dir: made.dir, project: made.project }
    await fill(call, answer)
    return answer
  })
}

export interface ChapterWish { title: string; text: string; act?: string | null }

/** Adds chapters with their texts, in order; returns their ids and paths. */
export async function addChapters(call: CoreCall, project: string, chapters: readonly ChapterWish[]): Promise<{ id: string; path: string }[]> {
  const made: { id: string; path: string }[] = []
  for (const { title, text, act = null } of chapters) {
    const { id, path } = await call('story.addChapter', { project, title, actId: act })
    const opened = await call('text.open', { project, path })
    await call('text.save', { project, path, text, baseHash: opened.hash })
    made.push({ id, path })
  }
  return made
}
