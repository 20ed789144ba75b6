import type { Emit, Unsaved } from './types'

const answerMs = 2_000

/** Unsaved texts of one project's window. */
export function createUnsaved(emit: Emit, waitMs = answerMs): Unsaved {
  const unsaved = new Set<string>()
  const waiting = new Map<string, Set<() => void>>()
  const settle = (path: string): void => {
    for (const done of waiting.get(path) ?? []) done()
    waiting.delete(path)
  }
  const saved = (path: string): Promise<void> => new Promise((resolve) => {
    const timer = setTimeout(() => {
      unsaved.delete(path)
      settle(path)
    }, waitMs)
    const done = (): void => {
      clearTimeout(timer)
      resolve()
    }
    waiting.set(path, (waiting.get(path) ?? new Set()).add(done))
  })
  return {
    mark: (path, isUnsaved) => {
      if (isUnsaved) unsaved.add(path)
      else {
        unsaved.delete(path)
        settle(path)
      }
    },
    flush: async (paths) => {
      const wanted = paths === null ? [...unsaved] : paths.filter((path) => unsaved.has(path))
      if (wanted.length === 0) return
      const answers = wanted.map(saved)
      emit({ type: 'text.flush', paths: wanted })
      await Promise.all(answers)
    },
  }
}
