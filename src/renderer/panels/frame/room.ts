/** What stands beside the text and can make room for it. */
export type Part = 'side' | 'drawer' | 'history' | 'assistant'
export type Widths = Readonly<Partial<Record<Part, number>>>

const activityBar = 64
/** The narrowest each can be used at. */
const least: Readonly<Record<Part, number>> = { side: 200, drawer: 280, history: 220, assistant: 300 }
const roomiest = 460
/** Below, one zone stands beside the text at a time, and the plan over it: the same widths as in frame.css and board.css. */
const oneZone = 760
const drawerOver = 1_000

/** What the text keeps whatever stands beside it. */
export const leastText = (window: number): number => (window <= drawerOver ? 320 : 400)

/** The parts that take width from the text, as wide as they would like to be. */
function wanted(window: number, open: Widths): Widths {
  const { side = 0, assistant = 0 } = open
  const drawer = Math.min(Math.max(320, Math.round((window - activityBar - side - assistant) * 0.46)), roomiest)
  return { ...(open.side === undefined ? {} : { side }), ...(open.drawer === undefined || window <= drawerOver ? {} : { drawer }), ...(open.history === undefined ? {} : { history: 280 }), ...(open.assistant === undefined ? {} : { assistant }) }
}

export const parts: readonly Part[] = ['side', 'drawer', 'history', 'assistant']
const sum = (widths: Widths): number => parts.reduce((all, part) => all + (widths[part] ?? 0), 0)

/** Whether a part that gave way has its room again; where one stands beside the text at a time, it waits for a wider window. */
export const mayReturn = (window: number, open: Widths, part: Part): boolean => window > oneZone && roomFor(window, { ...open, [part]: open[part] ?? least[part] }).fits

/** How wide each part may be so that the text keeps its least width: as wished when there is room, else narrower, those with most to give first; `fits` is false when even that is not enough. */
export function roomFor(window: number, open: Widths): { widths: Widths; fits: boolean } {
  const wish = wanted(window, open)
  const over = sum(wish) - (window - activityBar - leastText(window))
  if (window <= oneZone || over <= 0) return { widths: wish, fits: true }
  const shown = parts.filter((part) => wish[part] !== undefined)
  const spare = (part: Part): number => Math.max(0, (wish[part] ?? 0) - least[part])
  const all = shown.reduce((total, part) => total + spare(part), 0)
  const share = Math.min(1, all === 0 ? 0 : over / all)
  return { widths: Object.fromEntries(shown.map((part) => [part, Math.floor((wish[part] ?? 0) - spare(part) * share)])), fits: over <= all }
}
