import { fail } from '@shared/fault'

export interface Closable { close(): Promise<void> }
export interface ProjectPlace { readonly slug: string; readonly dir: string }

/** The projects of one core: each folder is opened once, however many ask; a slug names one of them (02 §4). */
export interface OpenProjects<R extends Closable, O> {
  open(place: ProjectPlace, options: O): Promise<R>
  get(slug: string): R | undefined
  all(): R[]
  /** Closes at once. */
  close(slug: string): Promise<void>
  /** No one looks at it any more: closed after the grace, unless it is opened again. */
  release(slug: string): void
  closeAll(): Promise<void>
}

interface Held<R> { dir: string; runtime: Promise<R>; ready: R | null; grace: NodeJS.Timeout | null }
const graceMs = 300_000

export function createOpenProjects<R extends Closable, O>(start: (dir: string, options: O) => Promise<R>, afterMs = graceMs): OpenProjects<R, O> {
  const held = new Map<string, Held<R>>()
  const closing = new Map<string, Promise<void>>()
  const keep = (one: Held<R>) => {
    if (one.grace) clearTimeout(one.grace)
    one.grace = null
  }
  const close = async (slug: string): Promise<void> => {
    const one = held.get(slug)
    if (!one) return closing.get(slug)
    keep(one)
    held.delete(slug)
    const closed = one.runtime.then((runtime) => runtime.close()).finally(() => closing.delete(slug))
    closing.set(slug, closed.catch(() => undefined))
    await closed
  }
  const begin = ({ slug, dir }: ProjectPlace, options: O): Held<R> => {
    const one: Held<R> = { dir, ready: null, grace: null, runtime: Promise.resolve(closing.get(slug)).then(() => start(dir, options)) }
    held.set(slug, one)
    one.runtime.then((runtime) => void (one.ready = runtime), () => {
      if (held.get(slug) === one) held.delete(slug)
    })
    return one
  }
  return {
    open: (place, options) => {
      const known = held.get(place.slug)
      if (known && known.dir !== place.dir) fail('PROJECT_NAME_OPEN', `Another folder named "${place.slug}" is open (${known.dir}); close it first.`, { actual: place.dir, data: { dir: known.dir } })
      if (known) keep(known)
      return (known ?? begin(place, options)).runtime
    },
    get: (slug) => held.get(slug)?.ready ?? undefined,
    all: () => [...held.values()].flatMap(({ ready }) => (ready ? [ready] : [])),
    close,
    release: (slug) => {
      const one = held.get(slug)
      if (!one || one.grace) return
      one.grace = setTimeout(() => void close(slug).catch(() => undefined), afterMs)
      one.grace.unref()
    },
    closeAll: async () => void (await Promise.allSettled([...held.keys()].map(close))),
  }
}
