import type { Stats } from 'node:fs'

/** File systems keep times to a few milliseconds: what changed just now may change again under the same time. */
const UNSURE_MS = 100

/** Whether the time of a file tells its present state from the next. Real time, not the app's: it is compared with what the file system says. */
export const settled = (found: Stats): boolean => Math.abs(Date.now() - found.ctimeMs) > UNSURE_MS

/** What tells one version of a file or folder from another, once it is settled. */
export const stampOf = ({ ino, size, mtimeMs, ctimeMs }: Stats): string => `${ino} ${size} ${mtimeMs} ${ctimeMs}`
