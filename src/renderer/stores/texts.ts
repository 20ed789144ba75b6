import { create } from 'zustand'
import type { Fault } from '@shared/fault'
import type { WordCount } from '@shared/word-count'
import type { SaveState } from './status'

/** A dirty text whose file changed elsewhere; both are kept until the author decides. */
export interface ChangedConflict { kind: 'changed'; theirs: string; theirsHash: string; /** Null when there is no common base to merge from. */ merged: string | null; conflicts: number; by: 'author' | 'agent' | 'outside' }
export type Conflict = ChangedConflict | { kind: 'deleted' }
/** Something that happened to the text without the author, said once in a quiet bar. */
export type TextNotice = 'draftUsed' | 'fileUsed' | 'merged'

export interface TextState {
  phase: 'loading' | 'ready' | 'failed'; openFault: Fault | null
  save: SaveState; saveFault: Fault | null
  conflict: Conflict | null; notice: TextNotice | null
  /** An agent is editing the file. */ live: boolean
  readOnly: boolean; title: string | null; words: WordCount | null
}

const fresh: TextState = { phase: 'loading', openFault: null, save: 'none', saveFault: null, conflict: null, notice: null, live: false, readOnly: false, title: null, words: null }

interface Texts { texts: Readonly<Record<string, TextState>>; /** Texts with unsaved writing of an earlier run that are not open. */ leftovers: readonly string[] }

/** What the window shows of each open text; the texts themselves live in their buffers. */
export const useTexts = create<Texts>(() => ({ texts: {}, leftovers: [] }))

export const textState = (path: string): TextState => useTexts.getState().texts[path] ?? fresh

export function patchText(path: string, change: Partial<TextState>): void {
  const before = textState(path)
  const keys = Object.keys(change) as (keyof TextState)[]
  if (path in useTexts.getState().texts && keys.every((key) => before[key] === change[key])) return
  useTexts.setState(({ texts }) => ({ texts: { ...texts, [path]: { ...before, ...change } } }))
}

export function forgetText(path: string): void {
  useTexts.setState(({ texts }) => ({ texts: Object.fromEntries(Object.entries(texts).filter(([key]) => key !== path)) }))
}

export function renameText(from: string, to: string): void {
  useTexts.setState(({ texts }) => ({ texts: Object.fromEntries(Object.entries(texts).map(([key, value]) => [key === from ? to : key, value])) }))
}

export const clearTexts = (): void => useTexts.setState({ texts: {}, leftovers: [] })
