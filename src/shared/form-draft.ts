const prefix = 'form:'

/** The place of a form's unsaved words in the draft journal, beside those of texts; no file has such a path. */
export const formDraftPath = (name: string): string => `${prefix}${name}`
export const isFormDraft = (path: string): boolean => path.startsWith(prefix)
