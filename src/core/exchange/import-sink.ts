import type { OnExisting } from '@shared/import-plan'

export interface NewChapter { name: string, title: string, actId: string | null, prose: string, importKey: string }

/** Where an import goes. Names are unique within one import; the sink adds a suffix when the project has the name already. */
export interface ImportSink {
  /** Answers the existing act when one was made with this key, so that a repeated import doubles no act. */
  createAct(act: { name: string, title: string, importKey: string }): Promise<string>
  /** Story row, prose file and import key together or not at all. A U+FFFD in the prose is the source's own or accepted by the author. */
  createChapter(chapter: NewChapter): Promise<{ chapterId: string }>
  /** Puts title and prose of an earlier import's chapter back to the file's; a version of the old text is kept. */
  replaceChapter(chapter: NewChapter): Promise<{ chapterId: string }>
  /** Whether the project has a live chapter made with this key. */
  existing(importKey: string): Promise<boolean>
}

export type JournalEntry =
  | { type: 'begin', sourceHash: string, copy: number, onExisting: OnExisting, prefix: string }
  | { type: 'act', sourceHash: string, key: string, actId: string }
  | { type: 'chapter', sourceHash: string, key: string, chapterId: string }
  | { type: 'end', sourceHash: string }

/** Append-only and durable before it answers; how an import resumes after a crash. */
export interface ImportJournal {
  load(): Promise<JournalEntry[]>
  append(entry: JournalEntry): Promise<void>
}
