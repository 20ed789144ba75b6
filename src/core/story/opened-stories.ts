import type { StoryService } from './types'

/** The story of a project this process holds open, as other projects' sessions reach it by its slug (02 §3). `dir` is canonical. */
export interface OpenedStory { readonly slug: string; readonly dir: string; readonly story: StoryService; assertWritable(): void }

const entries = new Set<OpenedStory>()

export const openedStories = (): readonly OpenedStory[] => [...entries]

/** Adds a story until the returned function is called. */
export function registerStory(entry: OpenedStory): () => void {
  entries.add(entry)
  return () => void entries.delete(entry)
}
