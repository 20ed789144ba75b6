import type { Launched } from './launch'

/** Answers the system picker that opens next, as an author would by hand; null closes it. */
export async function pickNext({ app }: Pick<Launched, 'app'>, path: string | null): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] })
  }, path)
}
