/**
 * Applies what is told of a read model exactly once and in order. A snapshot holds everything up to its number: what
 * comes late and is in it already is left out, what was told while it was on its way is applied on top of it.
 */
export class InOrder {
  #held = 0
  #since: { seq: number; apply: () => void }[] | null = null

  /** A snapshot was asked for. Core may have begun anew, and its numbers with it. */
  asked(): void {
    this.#held = 0
    this.#since = []
  }

  /** Something was told; applied at once unless the snapshot had it. */
  told(seq: number, apply: () => void): void {
    if (seq <= this.#held) return
    this.#since?.push({ seq, apply })
    apply()
  }

  /** The snapshot is here: `show` puts it in the place of what was known. */
  came(seq: number, show: () => void): void {
    const since = this.#since ?? []
    this.#held = seq
    this.#since = null
    show()
    for (const one of since) if (one.seq > seq) one.apply()
  }
}
