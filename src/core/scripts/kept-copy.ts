import { z } from 'zod'
import { readJson, writeJson } from '../project/json-store'
import type { Outcome } from '../tools/lint/outcome-types'
import { unifiedDiff } from '../tools/unified-diff'
import { filesOfTool, type AuthorFile } from './author-files'
import { keptFile } from './kept-file'
import { KeptOutcome, lastTest } from './testing/last-test'
import type { Approved, ScriptState } from './types'

const Copy = z.object({ hash: z.string(), files: z.record(z.string(), z.string()), outcomes: z.array(KeptOutcome).default([]) })

/** Keeps the texts of what was approved, so that a later change can be shown line by line, and how its test calls were answered, so that they can be made again. */
export async function keepApproved(home: string, state: ScriptState, approved: Pick<Approved, 'hash' | 'files'>): Promise<void> {
  // Only what is in the approved hash: a file that changed meanwhile is not passed off as approved.
  const files = filesOfTool(state).filter(({ path, text, hash }) => text !== null && approved.files[path]?.slice(2) === hash)
  const outcomes = (lastTest(home, { ...state, hash: approved.hash })?.outcomes ?? []).filter(({ call }) => call !== undefined)
  await writeJson(keptFile(home, 'tool-approved', state), { hash: approved.hash, files: Object.fromEntries(files.map(({ path, text }) => [path, text ?? ''])), outcomes }, 0o600)
}

/** What was kept of the approved content; null where nothing was, or of another. */
function copyOf(home: string, state: Pick<ScriptState, 'dir' | 'name' | 'approved'>): z.infer<typeof Copy> | null {
  const kept = Copy.safeParse(readJson(keptFile(home, 'tool-approved', state)).value)
  return kept.success && kept.data.hash === state.approved?.hash ? kept.data : null
}

/** How the test calls of what was approved were answered. */
export const goldenRuns = (home: string, state: Pick<ScriptState, 'dir' | 'name' | 'approved'>): readonly Outcome[] => copyOf(home, state)?.outcomes ?? []

export interface FileChange { readonly path: string; readonly kind: 'added' | 'removed' | 'changed'; readonly diff: string | null }

/** What differs between what was approved and these files, one by one; `diff` null where the approved text was not kept or is none. */
export function changesSince(home: string, state: ScriptState, files: readonly AuthorFile[]): FileChange[] {
  const { approved } = state
  if (approved === null || approved.hash === state.hash) return []
  const before = copyOf(home, state)?.files ?? {}
  const now = new Map(files.map((file) => [file.path, file]))
  const paths = [...new Set([...Object.keys(approved.files), ...now.keys()])].sort()
  return paths.flatMap((path): FileChange[] => {
    const was = approved.files[path]?.slice(2)
    const file = now.get(path)
    if (was === file?.hash) return []
    const kind = was === undefined ? 'added' : file === undefined ? 'removed' : 'changed'
    const old = was === undefined ? null : before[path]
    const text = file === undefined ? '' : file.text
    return [{ path, kind, diff: old === undefined || text === null ? null : unifiedDiff(path, old, text).text }]
  })
}
