import type { ProseNode } from '@shared/story'

/** Prose and lore as content nodes on disk (02 §2); counts are cached by content hash. */
export interface Manuscript {
  /** All prose nodes (`type: chapter` or below manuscript/) in path order. */
  prose(): Promise<ProseNode[]>
  proseOf(chapterName: string): Promise<ProseNode[]>
  /** Makes `manuscript/<volume>/<chapter>/index.md` for a chapter and returns its path; `lossAccepted` as in `FileChange`. */
  addChapter(chapter: { name: string; title: string; volume: string | null; text?: string; lossAccepted?: boolean }): Promise<string>
  /** Rewrites the `chapter:` key of the nodes of a renamed chapter, or of one orphan. */
  link(path: string, chapterName: string): Promise<void>
  relink(from: string, to: string): Promise<string[]>
  /** Front matter apart from the text; `whole = frontMatter + text`. Broken front matter: all is text, with the line that is wrong. */
  split(whole: string): { frontMatter: string; text: string; data: Record<string, unknown>; broken: string | null }
}
