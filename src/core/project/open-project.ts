import { accessSync, constants, existsSync, readdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type Database from 'better-sqlite3'
import { fail, isFault } from '@shared/fault'
import { removeStrayTemps } from './atomic-write'
import { createBlobs } from './blobs'
import { prepareControlFolder } from './control-folder'
import { openDatabase } from './database'
import { createProjectFiles } from './files'
import { createHistory } from './history'
import { createJournal } from './journal'
import { roomInLogs } from './log-room'
import { noLock, takeLock, type ProjectLock } from './lock'
import { manifestStamp, manifestText, parseManifest, readManifest } from './manifest'
import { project001 } from './migrations/project-001'
import { project002 } from './migrations/project-002'
import { project003 } from './migrations/project-003'
import { project004 } from './migrations/project-004'
import { sessions001 } from './migrations/sessions-001'
import { sessions002 } from './migrations/sessions-002'
import { sessions003 } from './migrations/sessions-003'
import { sessions004 } from './migrations/sessions-004'
import { sessions005 } from './migrations/sessions-005'
import { sessions006 } from './migrations/sessions-006'
import { sessions007 } from './migrations/sessions-007'
import { sessions008 } from './migrations/sessions-008'
import { sessions009 } from './migrations/sessions-009'
import { sessions010 } from './migrations/sessions-010'
import { createOutside } from './outside'
import { openedProjects, registerOpened } from './opened-registry'
import { authorizePath } from './paths/authorize'
import { foldName } from './paths/fold'
import { checkProjectRoot } from './paths/roots'
import { isSlug } from './paths/syntax'
import type { ProjectContext } from './project-context'
import { createRunBracket } from './run-bracket'
import type { ScanCache } from './run-scan'
import { startSweeping } from './sweeping'
import { createTrash } from './trash'
import { adoptLost } from './trash-adopt'
import { createTrashStore } from './trash-store'
import { isTrusted } from './trust'
import { createUnsaved } from './unsaved'
import type { Emit, Env, Manifest, OpenedProject } from './types'
import { takesNoChanges, unwritable } from './unwritable'
import { watchProject, type Watcher } from './watch'

export interface OpenOptions {
  emit: Emit
  /** Whether a project held by another installation may be opened for reading; else PROJECT_LOCKED. */
  readOnlyOk: boolean
  /** Trusts the project for this process only (10 `--trust`). */
  trust?: boolean
  /** Whether outside changes are told; true unless said otherwise. */
  watch?: boolean
  /** Keeps a line of what was done unasked, e.g. old contents let go. */
  note?: (what: string, about: object) => void
}

const databaseNames = ['project.sqlite', 'sessions.sqlite'] as const

/** So that opening a novel is not slowed by it. */
const learnAfterMs = 1_500

export const projectMigrations = [project001, project002, project003, project004]
export const sessionsMigrations = [sessions001, sessions002, sessions003, sessions004, sessions005, sessions006, sessions007, sessions008, sessions009, sessions010]

/**
 * A project folder's canonical place (02 §1, §4). INVALID_PROJECT_ROOT, PROJECT_NOT_FOUND, PROJECT_ROOT_LINK,
 * PROJECT_ROOT_CASE_COLLISION.
 */
export async function projectRoot(dir: string): Promise<{ dir: string; slug: string }> {
  const absolute = resolve(dir)
  const slug = basename(absolute)
  if (!existsSync(absolute)) fail('PROJECT_NOT_FOUND', `${absolute} does not exist.`, { actual: absolute })
  if (!isSlug(slug)) fail('INVALID_PROJECT_ROOT', `"${slug}" cannot be the name of a project folder.`, { actual: absolute })
  const parent = realpathSync(dirname(absolute))
  const real = join(parent, slug)
  await checkProjectRoot(real)
  const twins = readdirSync(parent).filter((name) => foldName(name) === foldName(slug))
  if (twins.length > 1) fail('PROJECT_ROOT_CASE_COLLISION', `The folders ${twins.join(', ')} differ only in case; rename one.`)
  return { dir: real, slug }
}

/** Opens a project folder: lock, databases, recovery of what a crash left, watching. The caller closes it. */
export async function openProject(dir: string, env: Env, options: OpenOptions): Promise<OpenedProject> {
  const root = await projectRoot(dir)
  try {
    return await openAt(root, env, options)
  } catch (error) {
    throw unwritable(root.dir, error)
  }
}

async function openAt(root: { dir: string; slug: string }, env: Env, options: OpenOptions): Promise<OpenedProject> {
  readManifest(root.dir)
  const nbook = join(root.dir, '.nbook')
  const lock = lockIn(nbook, env, options)
  const readOnly = !lock.held()
  if (readOnly && !options.readOnlyOk) lockedBy(lock, root.dir)
  const opened: Database.Database[] = []
  try {
    const openDb = (name: string, migrations: typeof projectMigrations): Database.Database => {
      const db = openDatabase(join(nbook, name), { migrations, backups: join(nbook, 'backups'), env, readOnly })
      opened.push(db)
      return db
    }
    const projectDb = openDb(databaseNames[0], projectMigrations)
    const sessionsDb = openDb(databaseNames[1], sessionsMigrations)
    return await assemble({ ...root, nbook, env, options, lock, readOnly, projectDb, sessionsDb })
  } catch (error) {
    for (const db of opened) db.close()
    lock.release()
    throw error
  }
}

/** The lock of a prepared control folder; where nothing can be written, and both databases are there to be read, none is needed. */
function lockIn(nbook: string, env: Env, options: OpenOptions): ProjectLock {
  try {
    prepareControlFolder(nbook, true)
    return takeLock({ path: join(nbook, 'lock'), env, onChange: () => options.emit({ type: 'lock.changed' }) })
  } catch (error) {
    if (!options.readOnlyOk || !takesNoChanges(error) || mayBeWritten(nbook) || !databaseNames.every((name) => existsSync(join(nbook, name)))) throw error
    prepareControlFolder(nbook, false)
    return noLock
  }
}

/** A file that another program holds for a moment is refused, too: its folder still takes changes, so that opening it again helps. */
function mayBeWritten(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function lockedBy(lock: ProjectLock, dir: string): never {
  const holder = lock.holder()
  if (lock === noLock) fail('WRITE_FAILED', `${dir} lies on a disk or in a folder that takes no changes, so it can only be read.`, { fix: 'Copy the novel to a place that can be written, or allow writing there.', data: { path: dir } })
  fail('PROJECT_LOCKED', `The project is open elsewhere: ${holder?.user ?? '?'} on ${holder?.machine ?? '?'} (process ${holder?.pid ?? '?'}, ${holder?.at ?? '?'}).`, { data: { holder } })
}

interface Parts { dir: string; slug: string; nbook: string; env: Env; options: OpenOptions; lock: ProjectLock; readOnly: boolean; projectDb: Database.Database; sessionsDb: Database.Database }

async function assemble(parts: Parts): Promise<OpenedProject> {
  const { dir, slug, env, lock, projectDb, sessionsDb, options: { emit, note } } = parts
  const known = new Map<string, string | null>()
  const context = makeContext(parts, known)
  const files = createProjectFiles(context)
  const trash = createTrash(context)
  const cache: ScanCache = new Map()
  const runs = createRunBracket(context, { project: projectDb, sessions: sessionsDb }, cache)
  if (!parts.readOnly) {
    // Temp files of a group, and spare names kept beside its texts until after it was noted as done: a kill leaves either.
    await removeStrayTemps(dir)
    await trash.recover()
    await files.recover()
    await runs.recover()
    await adoptLost(context)
  }
  const stopRoom = parts.readOnly ? () => undefined : roomInLogs([sessionsDb, projectDb], note ?? (() => undefined))
  const watcher = parts.options.watch === false ? null : watchOutside(parts, context, known, cache)
  const leave = registerOpened({ slug, dir, emit, assertWritable: context.assertWritable, wrote: context.wrote })
  const { recover: _recover, ...trashOnly } = trash
  let closed = false
  return {
    slug, dir, generation: env.id('ge'), projectDb, sessionsDb, files, runs, env, emit, blobs: context.blobs, history: context.history, unsaved: context.unsaved, trash: trashOnly,
    get readOnly() {
      return parts.readOnly || !lock.held()
    },
    unwritable: lock === noLock,
    manifest: cachedManifest(dir),
    seen: (real) => watcher?.seen(real) ?? null,
    assertWritable: context.assertWritable,
    lock: () => lock.holder(),
    takeOverLock: () => lock.takeOver(),
    trusted: () => parts.options.trust === true || isTrusted(env, dir),
    close: async () => {
      if (closed) return
      closed = true
      leave()
      stopRoom()
      watcher?.close()
      for (const db of [projectDb, sessionsDb]) db.close()
      lock.release()
    },
  }
}

/** Watches for what others change; what they change has a before once the texts were looked at, soon after opening. */
function watchOutside({ dir, readOnly, nbook, projectDb, sessionsDb, options: { emit, note } }: Parts, context: ProjectContext, known: Map<string, string | null>, cache: ScanCache): Watcher {
  if (readOnly) return watchProject({ dir, emit, known })
  const outside = createOutside(context, known, cache)
  const watcher = watchProject({ dir, emit, known, outside: outside.note })
  const learn = setTimeout(() => void outside.learn(), learnAfterMs)
  learn.unref()
  const stopSweeping = startSweeping({ nbook, databases: [projectDb, sessionsDb], context, present: async () => ((await outside.learnt()) ? known.values() : null), note: note ?? (() => undefined) })
  return {
    seen: watcher.seen,
    close: () => {
      clearTimeout(learn)
      stopSweeping()
      watcher.close()
      outside.close()
    },
  }
}

function makeContext(parts: Parts, known: Map<string, string | null>): ProjectContext {
  const { dir, slug, env, lock, nbook, sessionsDb, options: { emit } } = parts
  const blobs = createBlobs(join(nbook, 'blobs'))
  const world = { own: { slug, dir }, workspace: dirname(dir), home: env.home, opened: openedProjects }
  return {
    slug, dir, env, emit, blobs,
    history: createHistory({ db: sessionsDb, blobs, env, emit }),
    journal: createJournal(sessionsDb, env),
    trashStore: createTrashStore(join(nbook, 'trash'), env),
    unsaved: createUnsaved(emit),
    assertWritable: () => {
      if (parts.readOnly || !lock.held()) lockedBy(lock, dir)
    },
    authorize: (path, rules) => authorizePath(world, path, rules),
    wrote: (real, hash) => {
      known.set(real, hash)
    },
  }
}

/** The last good manifest: a title typed half-way in another editor does not close the project. Looked at each time, parsed when it changed. */
function cachedManifest(dir: string): () => Manifest {
  let stamp = manifestStamp(dir)
  let parsed = manifestText(dir)
  let last = parseManifest(parsed)
  return () => {
    const now = manifestStamp(dir)
    if (now !== null && now === stamp) return last
    stamp = now
    try {
      const text = manifestText(dir)
      if (text !== parsed) last = parseManifest(text)
      parsed = text
    } catch (error) {
      if (!isFault(error)) throw error
    }
    return last
  }
}
