import type { Problem } from '../types'

export type PatchCode = 'PATCH_SYNTAX' | 'PATCH_DUPLICATE' | 'PATCH_CONTEXT' | 'PATCH_HEADER' | 'PATCH_AMBIGUOUS'
/** Something wrong with a patch, at a line of the patch counted from 1. */
export interface PatchProblem { line: number; code: string; message: string }

/** `at`: the hunk's first line in the patch. Lines in order: context ` `, taken `-`, added `+`. */
export interface Hunk { at: number; header: string | null; lines: { mark: ' ' | '-' | '+'; text: string }[]; atEnd: boolean }
export type Section =
  | { kind: 'add'; at: number; path: string; lines: string[] }
  | { kind: 'delete'; at: number; path: string }
  | { kind: 'update'; at: number; path: string; moveTo: string | null; /** Line of `*** Move to:`. */ moveAt: number; hunks: Hunk[] }

export const asProblems = (problems: readonly PatchProblem[]): Problem[] => problems.map(({ line, code, message }) => ({ pointer: `patch line ${line}`, message: `${code}: ${message}` }))
