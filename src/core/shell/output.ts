/** The newest bytes of a stream, with how many were dropped before them. */
export interface Tail { push(chunk: Uint8Array): void; bytes(): Buffer; readonly lost: number }

/** Keeps the last `cap` bytes while streaming: a flood costs no more memory than that (06 §8, ST-05). */
export const createTail = (cap: number): Tail => new KeptTail(cap)

// Classes: an accessor of one object alone, and the bytes it can see, would stay with the engine until a full collection.
class KeptTail implements Tail {
  #chunks: Uint8Array[] = []
  #held = 0
  #total = 0
  readonly #cap: number
  constructor(cap: number) {
    this.#cap = cap
  }

  push(chunk: Uint8Array): void {
    this.#total += chunk.length
    this.#chunks.push(chunk.length > this.#cap ? chunk.subarray(chunk.length - this.#cap) : chunk)
    this.#held += Math.min(chunk.length, this.#cap)
    while (this.#held - (this.#chunks[0]?.length ?? 0) >= this.#cap) this.#held -= this.#chunks.shift()?.length ?? 0
    // Many tiny writes must not become many tiny arrays.
    if (this.#chunks.length > 4_096) this.#chunks = [Buffer.concat(this.#chunks)]
  }

  bytes(): Buffer {
    const all = Buffer.concat(this.#chunks)
    return wholeCharacters(all.length > this.#cap ? all.subarray(all.length - this.#cap) : all, this.#total > this.#cap)
  }

  get lost(): number {
    return Math.max(0, this.#total - this.#cap)
  }
}

/** A cut inside a character leaves continuation bytes at the start; they are no text. */
function wholeCharacters(bytes: Buffer, isCut: boolean): Buffer {
  let from = 0
  while (isCut && from < 3 && ((bytes[from] ?? 0) & 0xc0) === 0x80) from++
  return bytes.subarray(from)
}

/** The first `cap` bytes of a stream: what `result://` keeps of a long output. */
export interface Head { push(chunk: Uint8Array): void; bytes(): Buffer; readonly dropped: number; /** Line feeds seen in all of it. */ readonly lines: number }

export const createHead = (cap: number): Head => new KeptHead(cap)

class KeptHead implements Head {
  readonly #chunks: Uint8Array[] = []
  #held = 0
  dropped = 0
  lines = 0
  readonly #cap: number
  constructor(cap: number) {
    this.#cap = cap
  }

  push(chunk: Uint8Array): void {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) this.lines++
    const part = chunk.subarray(0, Math.max(0, this.#cap - this.#held))
    if (part.length > 0) this.#chunks.push(part)
    this.#held += part.length
    this.dropped += chunk.length - part.length
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks)
  }
}
