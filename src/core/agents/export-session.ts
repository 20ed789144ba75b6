import { open, realpath, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '@shared/fault'
import type { Session } from '@shared/session'
import { toEntry, type EntryRow } from './session-rows'
import type { Parts } from './parts'
import { checkLeaves } from '../project/outside-place'
import { prepared } from '../project/statements'

const PAGE = 500
const NAMES = 50

/**
 * A session with every branch as JSON Lines: the session first, then its entries in order (04 §2). Written into a folder the author
 * chose outside every novel and the app's own places, under a name that is free there; whole, or nothing stays of it. EXPORT_FOLDER, PATH_PROTECTED.
 */
export async function exportSession(parts: Parts, sessionId: number, folder: string): Promise<{ path: string; entries: number }> {
  const session = parts.store.get(sessionId)
  const place = await realpath(folder).catch(() => fail('EXPORT_FOLDER', `The folder ${folder} is not there.`, { fix: 'Choose another folder.' }))
  checkLeaves(place, folder, parts.project.env)
  const { path, file } = await freeFile(place, `session-${sessionId}`)
  try {
    return { path, entries: await writeLines(parts, session, file) }
  } catch (error) {
    await rm(path, { force: true })
    return fail('EXPORT_FOLDER', `The conversation could not be written whole in ${folder} (${String((error as NodeJS.ErrnoException).code ?? 'unknown')}); nothing was left there.`, { fix: 'Make room, or choose another folder.' })
  } finally {
    await file.close()
  }
}

/** `writeFile` of a handle goes on from where it stands until everything is written; `write` may write a part and say so. */
async function writeLines(parts: Parts, session: Session, file: FileHandle): Promise<number> {
  const rows = prepared<[number, number, number], EntryRow>(parts.project.sessionsDb, 'SELECT * FROM Entry WHERE sessionId = ? AND seq > ? ORDER BY seq LIMIT ?')
  let entries = 0
  await file.writeFile(`${JSON.stringify({ type: 'session', ...session })}\n`)
  for (let after = 0; ;) {
    const page = rows.all(session.id, after, PAGE)
    if (page.length === 0) break
    await file.writeFile(page.map((row) => `${JSON.stringify(toEntry(row))}\n`).join(''))
    entries += page.length
    after = page.at(-1)?.seq ?? after
  }
  await file.sync()
  return entries
}

/** Nothing that is there is written over. */
async function freeFile(folder: string, name: string): Promise<{ path: string; file: FileHandle }> {
  for (let n = 1; n <= NAMES; n++) {
    const path = join(folder, n === 1 ? `${name}.jsonl` : `${name}-${n}.jsonl`)
    try {
      return { path, file: await open(path, 'wx', 0o600) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return fail('EXPORT_FOLDER', `Nothing can be written in ${folder}.`, { fix: 'Choose another folder.' })
    }
  }
  return fail('EXPORT_FOLDER', `${folder} already holds ${NAMES} exports of this conversation.`, { fix: 'Choose another folder.' })
}
