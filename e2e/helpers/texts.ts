/** Prose for tests: always the same, as long as asked. */
const sentences = ['雪下到第三更，驿站的灯还亮着一盏。', '他把伞收起来，立在门外听了一会儿。', '更鼓从城南一路敲过来，敲到这里忽然停了。', '没有人知道那盏灯是谁点的，只知道它一直亮着。', '她把信折了又折，折到再也折不动为止。']

export const prose = (paragraphs: number, seed = 0): string =>
  Array.from({ length: paragraphs }, (_, i) => Array.from({ length: 3 }, (_, k) => sentences[(i * 3 + k + seed) % sentences.length] ?? '').join('')).join('\n\n') + '\n'

/** A small generator of numbers in [0, 1), the same in every run. */
export function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
