import type { Launched } from './launch'

/** Answers the system picker that opens next, as an author would by hand; null closes it. */
export async function pickNext({ app }: Pick<Launched, 'app'>, path: string | null): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = (...args: unknown[]) => {
      Object.assign(globalThis, { pickerWas: (args.at(-1) as { properties?: string[] }).properties })
      return Promise.resolve({ canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] })
    }
  }, path)
}

/** Answers the save dialog that opens next; null closes it. Tells where it would have begun. */
export async function saveNext({ app }: Pick<Launched, 'app'>, path: string | null): Promise<() => Promise<string | undefined>> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = (...args: unknown[]) => {
      const { defaultPath, filters } = args.at(-1) as { defaultPath?: string; filters?: { name: string }[] }
      Object.assign(globalThis, { saveBegan: defaultPath, saveKinds: filters?.map(({ name }) => name) })
      return Promise.resolve({ canceled: chosen === null, filePath: chosen ?? '' })
    }
  }, path)
  return () => app.evaluate(() => (globalThis as { saveBegan?: string }).saveBegan)
}
