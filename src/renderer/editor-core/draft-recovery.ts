export interface DraftFound { text: string; baseHash: string | null; at: string }
export interface FileFound { text: string; hash: string; /** Null when unknown. */ modifiedAt: string | null }

/**
 * What to do with an unsaved text of an earlier run (09 §17 B2, E2). `useDraft`: it goes into the editor, the file's text becomes a
 * version. `useFile`: the file is clearly newer; the draft becomes a version. Neither is ever lost.
 */
export type Recovery = 'none' | 'drop' | 'useDraft' | 'useFile'

/** A save that was under way when everything stopped lands within this time of the last draft. */
const saveMs = 5_000

export function recover(draft: DraftFound | null, file: FileFound): Recovery {
  if (!draft) return 'none'
  if (draft.text === file.text) return 'drop'
  if (draft.baseHash === file.hash || file.modifiedAt === null) return 'useDraft'
  return Date.parse(file.modifiedAt) - Date.parse(draft.at) > saveMs ? 'useFile' : 'useDraft'
}
