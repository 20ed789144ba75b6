/** A path as a shell takes it for one word. */
export const asWord = (path: string): string => (/^[\p{L}\p{N}_./@-]+$/u.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`)
