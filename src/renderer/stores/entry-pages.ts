import type { Entry } from '@shared/session'

export const page = 100

type Page = readonly (Entry | undefined)[]

/** Entries of a conversation by place, as far as they are loaded. Never changed: what is added gives another, and copies one page and not all that was loaded. */
export class EntryPages {
  static readonly none = new EntryPages(new Map())
  readonly #pages: ReadonlyMap<number, Page>
  /** Nothing is loaded above it. The list asks for every place when it lays itself out, and mostly the end is loaded. */
  readonly #first: number
  private constructor(pages: ReadonlyMap<number, Page>) {
    this.#pages = pages
    this.#first = Math.min(...pages.keys()) * page
  }

  get(place: number): Entry | undefined { return place < this.#first ? undefined : this.#pages.get(Math.floor(place / page))?.[place % page] }

  /** With these from the place `first` on. */
  with(first: number, entries: readonly Entry[]): EntryPages {
    const pages = new Map(this.#pages)
    const copied = new Map<number, (Entry | undefined)[]>()
    for (const [n, entry] of entries.entries()) {
      const at = Math.floor((first + n) / page)
      const rows = copied.get(at) ?? [...(pages.get(at) ?? [])]
      copied.set(at, rows)
      rows[(first + n) % page] = entry
    }
    for (const [at, rows] of copied) pages.set(at, rows)
    return new EntryPages(pages)
  }

  /** Those that are loaded, by place. */
  loaded(): Entry[] {
    return [...this.#pages].sort(([a], [b]) => a - b).flatMap(([, rows]) => rows.filter((entry) => entry !== undefined))
  }

  holds(id: string): boolean {
    for (const rows of this.#pages.values()) if (rows.some((entry) => entry?.id === id)) return true
    return false
  }
}
