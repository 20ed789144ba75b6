const tails = new Map<string, Promise<void>>()

async function take(path: string): Promise<() => void> {
  const before = tails.get(path) ?? Promise.resolve()
  let release: () => void = () => undefined
  const mine = new Promise<void>((done) => {
    release = done
  })
  const tail = before.then(() => mine)
  tails.set(path, tail)
  await before
  return () => {
    release()
    if (tails.get(path) === tail) tails.delete(path)
  }
}

/** One writer per canonical path in this process (06 §6); several paths are taken in order, so two groups never wait for each other. */
export async function withPaths<T>(paths: readonly string[], work: () => Promise<T>): Promise<T> {
  const releases: (() => void)[] = []
  try {
    for (const path of [...new Set(paths)].sort()) releases.push(await take(path))
    return await work()
  } finally {
    for (const release of releases) release()
  }
}
