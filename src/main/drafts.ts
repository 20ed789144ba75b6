import { createHash } from 'node:crypto'
import { readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { Draft } from '@shared/procedures/app'
import { syncFolder, sweepTemps, writeDurably } from './durable-file'
import { createSerial } from './serial'

type DraftValue = z.infer<typeof Draft>

/**
 * Unsaved texts, outside the project and without core (09 §5 Saving): `<home>/drafts/<project>/<path>.json`, one file per text.
 * `key` tells projects apart (their folder); a put is durable when it returns, and later puts never land before earlier ones.
 */
export interface Drafts {
  put(key: string, draft: Omit<DraftValue, 'at'>): Promise<{ at: string }>
  list(key: string): Promise<DraftValue[]>
  drop(key: string, path: string): Promise<void>
  /** Resolves when everything handed over is on disk. */
  drain(): Promise<void>
}

const digest = (text: string) => createHash('sha256').update(text.normalize('NFC')).digest('hex').slice(0, 32)

export function openDrafts(home: string, now: () => Date = () => new Date()): Drafts {
  const serial = createSerial()
  const folderOf = (key: string) => join(home, 'drafts', digest(key))
  const fileOf = (key: string, path: string) => join(folderOf(key), `${digest(path)}.json`)
  return {
    put: (key, draft) => {
      const at = now().toISOString()
      const text = JSON.stringify({ ...draft, at })
      return serial.run(fileOf(key, draft.path), () => writeDurably(fileOf(key, draft.path), text)).then(() => ({ at }))
    },
    list: async (key) => {
      await serial.drain()
      await sweepTemps(folderOf(key))
      const names = (await readdir(folderOf(key)).catch(() => [])).filter((name) => name.endsWith('.json'))
      const drafts = await Promise.all(names.map((name) => readDraft(join(folderOf(key), name))))
      return drafts.filter((draft) => draft !== null).sort((a, b) => a.path.localeCompare(b.path))
    },
    drop: (key, path) => serial.run(fileOf(key, path), async () => {
      await rm(fileOf(key, path), { force: true })
      await syncFolder(folderOf(key)).catch(() => undefined)
    }),
    drain: () => serial.drain(),
  }
}

/** A file that is no draft is left where it is and not shown: someone may still rescue its text. */
async function readDraft(file: string): Promise<DraftValue | null> {
  try {
    const parsed = Draft.safeParse(JSON.parse(await readFile(file, 'utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
