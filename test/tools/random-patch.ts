/** Random projects and patches with what they must come to, made by construction: nothing here knows how a patch is read. */
export interface PatchCase { before: Map<string, string>; patch: string; after: Map<string, string>; trashed: string[] }

/** A small seeded source of numbers, so that a failure can be made again. */
export function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return (((t ^ (t >>> 14)) >>> 0) % below)
  }
}
type Random = ReturnType<typeof numbers>
interface Line { text: string; end: string }

const words = ['雪', '林晚', 'door', '“夜”', '—', '😀', 'x  ', '\tt', '$&', '+p', '-m', ' s', '@@ h', '*** x', '']

const joined = (lines: readonly Line[], final: boolean): string => lines.map((line, at) => line.text + (at < lines.length - 1 || final ? line.end : '')).join('')

function randomFile(random: Random, name: string): { lines: Line[]; final: boolean; bom: boolean } {
  const kind = random(4)
  const lines = Array.from({ length: random(13) }, (_, at): Line => ({ text: `${words[random(words.length)] ?? ''}${name}#${at}`, end: kind === 0 ? '\r\n' : kind === 1 ? (random(2) === 0 ? '\r\n' : '\n') : '\n' }))
  return { lines, final: lines.length === 0 || random(4) > 0, bom: random(8) === 0 }
}

/** The ending that added lines take: CRLF when there is one and they are no fewer than the others. */
function ending(lines: readonly Line[], final: boolean): string {
  const ends = lines.slice(0, final ? undefined : -1).map((line) => line.end)
  const crlf = ends.filter((end) => end === '\r\n').length
  return crlf > 0 && crlf >= ends.length - crlf ? '\r\n' : '\n'
}

/** Hunks from top to bottom over lines that are all different, so each has one place; and the lines after them. */
function randomHunks(random: Random, lines: readonly Line[], eol: string): { patch: string[]; lines: Line[] } {
  const patch: string[] = []
  const out: Line[] = []
  let at = 0
  let added = 0
  const fresh = (): Line => ({ text: `${words[random(words.length)] ?? ''}new${random(1_000_000)}.${(added += 1)}`, end: eol })
  while (at < lines.length && random(4) > 0) {
    const skip = random(Math.min(3, lines.length - at))
    out.push(...lines.slice(at, at + skip))
    const above = skip > 0 && random(3) === 0 ? lines[at + skip - 1] : undefined
    at += skip
    const before = random(Math.min(2, lines.length - at))
    const taken = random(Math.min(3, lines.length - at - before) + 1)
    const behind = random(Math.min(2, lines.length - at - before - taken) + 1)
    if (before + taken + behind === 0) continue
    const more = Array.from({ length: taken === 0 ? 1 + random(2) : random(3) }, fresh)
    const [first, old, last] = [lines.slice(at, at + before), lines.slice(at + before, at + before + taken), lines.slice(at + before + taken, at + before + taken + behind)]
    const context = (line: Line): string => ` ${random(6) === 0 ? line.text.trimEnd() : line.text}`
    const header = above === undefined || above.text.trim() === '' ? (patch.length === 0 && random(2) === 0 ? [] : ['@@']) : [`@@ ${above.text.trim()}`]
    at += before + taken + behind
    patch.push(...header, ...first.map(context), ...old.map((line) => `-${line.text}`), ...more.map((line) => `+${line.text}`), ...last.map(context), ...(at === lines.length && random(2) === 0 ? ['*** End of File'] : []))
    out.push(...first, ...more, ...last)
  }
  out.push(...lines.slice(at))
  if (patch.length === 0) {
    const more = [fresh()]
    return { patch: ['@@', ...more.map((line) => `+${line.text}`)], lines: [...lines, ...more] }
  }
  return { patch, lines: out }
}

export function randomCase(seed: number): PatchCase {
  const random = numbers(seed)
  const before = new Map<string, string>()
  const after = new Map<string, string>()
  const patch = ['*** Begin Patch']
  const trashed: string[] = []
  const names = Array.from({ length: 2 + random(5) }, (_, n) => `${['', 'sub/', '卷/一/'][random(3)] ?? ''}f${n}.md`)
  for (const name of names) {
    const { lines, final, bom } = randomFile(random, name.replaceAll('/', '.'))
    const mark = bom ? '\uFEFF' : ''
    before.set(name, mark + joined(lines, final))
    const act = random(5)
    if (act === 0) {
      after.set(name, mark + joined(lines, final))
      continue
    }
    if (act === 1) {
      patch.push(`*** Delete File: ${name}`)
      trashed.push(name)
      continue
    }
    patch.push(`*** Update File: ${name}`)
    const to = act === 2 ? `moved/${name}` : name
    if (to !== name) patch.push(`*** Move to: ${to}`)
    if (to !== name && random(3) === 0) {
      before.set(to, 'was here\n')
      trashed.push(to)
    }
    if (to !== name && random(2) === 0) after.set(to, mark + joined(lines, final))
    else {
      const done = randomHunks(random, lines, ending(lines, final))
      patch.push(...done.patch)
      // A line that is no longer the last gets an ending.
      const ended = done.lines.map((line) => ({ ...line, end: line === lines.at(-1) && !final ? ending(lines, final) : line.end }))
      after.set(to, mark + joined(ended, final))
    }
  }
  for (let n = random(3) + (patch.length === 1 ? 1 : 0); n > 0; n -= 1) {
    const lines = Array.from({ length: 1 + random(4) }, () => words[random(words.length)] ?? '')
    patch.push(`*** Add File: added/n${n}.md`, ...lines.map((line) => `+${line}`))
    after.set(`added/n${n}.md`, `${lines.join('\n')}\n`)
  }
  return { before, patch: [...patch, '*** End Patch', ''].join(random(5) === 0 ? '\r\n' : '\n'), after, trashed }
}
