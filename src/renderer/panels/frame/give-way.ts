import { mayReturn, parts, roomFor, type Part, type Widths } from './room'

/** The parts that are open, the one opened first in front; and those that gave way, the last one last. */
export interface Standing { readonly open: readonly Part[]; readonly gone: readonly Part[] }
export const noneYet: Standing = { open: [], gone: [] }

/** What has to happen where room has changed: one part closes or comes back, or neither. */
export interface Turn { readonly standing: Standing; readonly closes: Part | null; readonly returns: Part | null }

/** Where the text has no room left, the part that was opened first gives way, never the newest nor one that `holdsKeys`; it comes back once there is room again, unless the author opened it himself meanwhile. */
export function turn(before: Standing, window: number, widths: Widths, holdsKeys: (part: Part) => boolean): Turn {
  const now = parts.filter((part) => widths[part] !== undefined)
  const open = [...before.open.filter((part) => now.includes(part)), ...now.filter((part) => !before.open.includes(part))]
  const gone = before.gone.filter((part) => !now.includes(part))
  if (!roomFor(window, widths).fits) {
    const older = open.slice(0, -1)
    const closes = older.find((part) => !holdsKeys(part)) ?? older[0] ?? null
    return { standing: { open, gone: closes === null ? gone : [...gone, closes] }, closes, returns: null }
  }
  const last = gone.at(-1)
  const returns = last !== undefined && mayReturn(window, widths, last) ? last : null
  return { standing: { open: returns === null ? open : [returns, ...open], gone: returns === null ? gone : gone.slice(0, -1) }, closes: null, returns }
}
