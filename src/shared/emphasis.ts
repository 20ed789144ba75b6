/** A line with the look of every UTF-16 unit: 1 italic, 2 bold, 3 both; `literal` added: a sign that is no mark. */
export interface Styled { readonly text: string; readonly looks: readonly number[] }

/** Of a sign that a backslash made literal. */
export const literal = 4

const escape = /\\([!-/:-@[-`{-~])/g
const wordSign = /[A-Za-z0-9]/

/** The line with its backslashes taken off ASCII punctuation, which is literal then; before any other sign a backslash is one. */
export function withoutEscapes(line: string): Styled {
  const looks: number[] = []
  let text = ''
  let from = 0
  const take = (part: string, look: number): void => {
    text += part
    for (let at = 0; at < part.length; at += 1) looks.push(look)
  }
  for (const found of line.matchAll(escape)) {
    take(line.slice(from, found.index), 0)
    take(found[1] ?? '', literal)
    from = found.index + found[0].length
  }
  take(line.slice(from), 0)
  return { text, looks }
}

/** The text with a full stop for every sign that is literal, for rules about marks to look at. */
export function marksOnly({ text, looks }: Styled): string {
  return looks.some((look) => (look & literal) !== 0) ? Array.from({ length: text.length }, (_, at) => (((looks[at] ?? 0) & literal) === 0 ? text.charAt(at) : '.')).join('') : text
}

/** A run of `*` or `_`; `from` and `to` narrow as its signs find partners. */
interface Run { readonly sign: string; readonly size: number; readonly opens: boolean; readonly closes: boolean; from: number; to: number }

/**
 * The line without the marks of emphasis that have a partner; every other sign stays. A mark opens before a non-space and closes after one,
 * never between two ASCII letters or digits; its partner is as long, where a run of three may serve one of one and one of two.
 */
export function withoutEmphasis(line: Styled): Styled {
  const runs = runsIn(marksOnly(line))
  const gone = new Set<number>()
  /** Where a look begins (+1) and ends (-1). */
  const turns: { italic: Map<number, number>; bold: Map<number, number> } = { italic: new Map(), bold: new Map() }
  pair(runs, (open, close) => {
    const size = open.to - open.from >= 2 && close.to - close.from >= 2 ? 2 : 1
    const turn = size === 2 ? turns.bold : turns.italic
    turn.set(open.to, (turn.get(open.to) ?? 0) + 1)
    turn.set(close.from, (turn.get(close.from) ?? 0) - 1)
    for (let n = 0; n < size; n += 1) {
      gone.add((open.to -= 1))
      gone.add(close.from)
      close.from += 1
    }
  })
  return gone.size === 0 ? line : lookedAt(line, gone, turns)
}

function runsIn(shown: string): Run[] {
  return [...shown.matchAll(/\*+|_{2,}/g)].flatMap(({ 0: signs, index }) => {
    const [before, after] = [shown.charAt(index - 1), shown.charAt(index + signs.length)]
    if (wordSign.test(before) && wordSign.test(after)) return []
    return [{ sign: signs.charAt(0), size: signs.length, opens: /\S/.test(after), closes: /\S/.test(before), from: index, to: index + signs.length }]
  })
}

/** Lengths one and two are no partners; three takes either. */
const fits = (open: Run, close: Run): boolean => open.sign === close.sign && ((open.size + close.size) % 3 !== 0 || close.size % 3 === 0)

/** Gives every closing run the nearest opening ones before it; what stands open between them is passed over. */
function pair(runs: readonly Run[], take: (open: Run, close: Run) => void): void {
  const open: Run[] = []
  /** How many of `open` are known to suit no closing run of a kind, so that none is looked at again. */
  const vain = new Map<string, number>()
  for (const run of runs) {
    const kind = run.sign + String(run.size % 3)
    while (run.closes && run.from < run.to) {
      let at = open.length - 1
      while (at >= (vain.get(kind) ?? 0) && !fits(open[at] ?? run, run)) at -= 1
      const found = at < (vain.get(kind) ?? 0) ? undefined : open[at]
      if (found === undefined) {
        vain.set(kind, open.length)
        break
      }
      take(found, run)
      open.length = found.from < found.to ? at + 1 : at
      for (const [other, known] of vain) vain.set(other, Math.min(known, open.length))
    }
    if (run.opens && run.from < run.to) open.push(run)
  }
}

function lookedAt({ text, looks }: Styled, gone: ReadonlySet<number>, { italic, bold }: { italic: ReadonlyMap<number, number>; bold: ReadonlyMap<number, number> }): Styled {
  let [plain, slanted, heavy] = ['', 0, 0]
  const kept: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    slanted += italic.get(at) ?? 0
    heavy += bold.get(at) ?? 0
    if (gone.has(at)) continue
    plain += text.charAt(at)
    kept.push((looks[at] ?? 0) | (slanted > 0 ? 1 : 0) | (heavy > 0 ? 2 : 0))
  }
  return { text: plain, looks: kept }
}
