let last: Promise<unknown> = Promise.resolve()

/** Runs acts on the structure one after another, each on the story as the one before left it: keys pressed faster than core answers lose nothing, and Mod+Z takes back the newest. */
export function inOrder<T>(act: () => Promise<T>): Promise<T> {
  const run = last.then(act)
  last = run.catch(() => undefined)
  return run
}
