export interface Series { median: number; min: number; max: number }
/** One line of the table of 13: ours against a named peer, measured in the same run. Times in ms. */
export interface BenchRow { /** A row of 13, or the name of a budget of 09 §20. */ row: number | string; what: string; size: string; peer: string; ours: Series; theirs: Series; ratio: number; must: number }

const SAMPLES = 30
const WARM = 3

export function series(samples: readonly number[]): Series {
  const sorted = samples.toSorted((a, b) => a - b)
  return { median: sorted[sorted.length >> 1] ?? 0, min: sorted[0] ?? 0, max: sorted.at(-1) ?? 0 }
}

/** What a work that another process did says of its time, in ms. */
export class OwnTime {
  readonly ms: number
  constructor(ms: number) { this.ms = ms }
}

/** In ms. */
async function timed(work: () => unknown): Promise<number> {
  const start = performance.now()
  const own = await work()
  return own instanceof OwnTime ? own.ms : performance.now() - start
}

export type About = Pick<BenchRow, 'row' | 'what' | 'size' | 'peer' | 'must'>

/** The row of what was measured of both. */
export function against(about: About, ours: readonly number[], theirs: readonly number[]): BenchRow {
  const [mine, peer] = [series(ours), series(theirs)]
  return { ...about, ours: mine, theirs: peer, ratio: mine.median / peer.median }
}

/** A B A B, 30 samples after warm-up (13 "Method"). */
export async function compare(about: About, ours: () => unknown, theirs: () => unknown): Promise<BenchRow> {
  for (let i = 0; i < WARM; i += 1) { await ours(); await theirs() }
  const a: number[] = []
  const b: number[] = []
  for (let i = 0; i < SAMPLES; i += 1) { a.push(await timed(ours)); b.push(await timed(theirs)) }
  return against(about, a, b)
}
