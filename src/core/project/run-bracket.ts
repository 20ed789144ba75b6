import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { z } from 'zod'
import { fail, whyOf } from '@shared/fault'
import { backupDatabase, stamp } from './database'
import { writeJson } from './json-store'
import { isAlive, ownProcess } from './process-identity'
import type { ProjectContext } from './project-context'
import { recordRun } from './run-record'
import { scanFiles, type ScanCache } from './run-scan'
import type { Blobs, RunBracket, RunChanges } from './types'

const Note = z.object({ pid: z.number(), startTime: z.string().nullable(), seq: z.number(), nbook: z.boolean(), by: z.object({ actor: z.enum(['shell', 'script']), sessionId: z.number().nullable(), callId: z.string().nullable() }), files: z.record(z.string(), z.tuple([z.string(), z.number(), z.boolean(), z.number().optional()])), links: z.record(z.string(), z.string()).default({}) })
type Note = z.infer<typeof Note>

/** The journal's bracket around processes that write as they like (06 §8 "Journalled run"). */
export function createRunBracket(context: ProjectContext, databases: Readonly<Record<string, Database.Database>>, cache: ScanCache = new Map()): RunBracket {
  const snapshots = createSnapshots(context, databases)
  const notes = join(context.dir, '.nbook', 'runs')
  const finish = async (note: Note): Promise<RunChanges> => {
    // A project folder that is gone is not a mass deletion (06 §6).
    if (!(await stat(context.dir).then((found) => found.isDirectory(), () => false))) return { changes: [], unkept: [], links: [] }
    const files = new Map(Object.entries(note.files).map(([path, [hash, size, kept, mode]]) => [path, { hash, size, kept, mode }]))
    return recordRun(context, { files, links: new Map(Object.entries(note.links)) }, await scanFiles(context.dir, cache, { blobs: willing(context.blobs), nbook: note.nbook }), note)
  }
  return {
    begin: async (by, { nbookSafe }) => {
      context.assertWritable()
      await context.unsaved.flush(null)
      const place = join(notes, `${context.env.id('rn')}.json`)
      let note: Note
      try {
        const { files, links } = await scanFiles(context.dir, cache, { blobs: context.blobs, nbook: !nbookSafe })
        if (!nbookSafe) snapshots()
        note = { ...ownProcess, seq: context.journal.lastSeq(), nbook: !nbookSafe, by: Note.shape.by.parse(by), files: Object.fromEntries([...files].map(([path, { hash, size, kept, mode }]) => [path, [hash, size, kept, mode]])), links: Object.fromEntries(links) }
        await writeJson(place, note, 0o600)
      } catch (error) {
        return fail('JOURNAL_FAILED', `the state of the project could not be kept before the run, so nothing was run: ${whyOf(error)}`)
      }
      return {
        end: async () => {
          const done = await finish(note)
          rmSync(place, { force: true })
          return done
        },
      }
    },
    recover: async () => {
      for (const name of namesIn(notes)) {
        const place = join(notes, name)
        const note = readNote(place)
        if (note !== null && note.pid !== ownProcess.pid && isAlive(note.pid, note.startTime)) continue
        if (note !== null) await finish(note)
        rmSync(place, { force: true })
      }
    },
  }
}

/** What a run left is kept as the base of a later merge; a full disk must not hide that it changed something. */
const willing = (blobs: Blobs): Blobs => ({ ...blobs, put: (...given) => blobs.put(...given).catch(() => '') })

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json')).sort()
  } catch {
    return []
  }
}

function readNote(place: string): Note | null {
  try {
    return Note.parse(JSON.parse(readFileSync(place, 'utf8')))
  } catch {
    return null
  }
}

const keptSnapshots = 3

/** A copy of each database that changed since the last one; the newest few stay. */
function createSnapshots({ dir, env }: ProjectContext, databases: Readonly<Record<string, Database.Database>>): () => void {
  const seen = new Map<string, unknown>()
  return () => {
    const backups = join(dir, '.nbook', 'backups')
    for (const [name, db] of Object.entries(databases)) {
      const mark = `${String(db.pragma('data_version', { simple: true }))} ${String(db.prepare('SELECT total_changes()').pluck().get())}`
      if (seen.get(name) === mark) continue
      backupDatabase(db, backups, `${name}-run-${stamp(env)}.sqlite`)
      seen.set(name, mark)
      const old = readdirSync(backups).filter((file) => file.startsWith(`${name}-run-`)).sort().slice(0, -keptSnapshots)
      for (const file of old) rmSync(join(backups, file), { force: true })
    }
  }
}
