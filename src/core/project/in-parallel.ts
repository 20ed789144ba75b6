/** So many waits for the disk at once: enough for it to put them together, few enough for open files. */
const AT_ONCE = 16

/** Works on all items, some at a time (`most`), and gives the results in their order. After the first failure nothing more is begun; it is thrown once all begun work has ended. */
export async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>, most = AT_ONCE): Promise<R[]> {
  const results: R[] = []
  const failures: unknown[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < items.length && failures.length === 0) {
      const at = next++
      try {
        results[at] = await work(items[at] as T)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker))
  if (failures.length > 0) throw failures[0]
  return results
}
