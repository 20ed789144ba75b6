import { join } from 'node:path'
import { z } from 'zod'
import { readJson, writeJson } from '../project/json-store'
import { sha256 } from '../tools/canonical'
import { unifiedDiff } from '../tools/unified-diff'
import { filesOfTool } from './author-files'
import type { Approved, ScriptState } from './types'

const Copy = z.object({ hash: z.string(), files: z.record(z.string(), z.string()) })
const placeOf = (home: string, { dir, name }: Pick<ScriptState, 'dir' | 'name'>): string => join(home, 'tool-approved', `${name}-${sha256(dir).slice(0, 12)}.json`)

/** Keeps the texts of what was approved, so that a later change can be shown line by line. */
export async function keepApproved(home: string, state: ScriptState, approved: Pick<Approved, 'hash' | 'files'>): Promise<void> {
  // Only what is in the approved hash: a file that changed meanwhile is not passed off as approved.
  const files = filesOfTool(state).filter(({ path, text, hash }) => text !== null && approved.files[path]?.slice(2) === hash)
  await writeJson(placeOf(home, state), { hash: approved.hash, files: Object.fromEntries(files.map(({ path, text }) => [path, text ?? ''])) }, 0o600)
}

export interface FileChange { readonly path: string; readonly kind: 'added' | 'removed' | 'changed'; readonly diff: string | null }

/** What differs from what was approved, file by file; `diff` null where the approved text was not kept or is none. */
export function changesSince(home: string, state: ScriptState): FileChange[] {
  const { approved } = state
  if (approved === null || approved.hash === state.hash) return []
  const kept = Copy.safeParse(readJson(placeOf(home, state)).value)
  const before = kept.success && kept.data.hash === approved.hash ? kept.data.files : {}
  const now = new Map(filesOfTool(state).map((file) => [file.path, file]))
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
