import { fstatSync, readSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, sep } from 'node:path'
import { fail } from '@shared/fault'
import type { Change } from '@shared/tool-result'
import type { Profiles } from '../agents/types'
import { openedProjects } from '../project/opened-registry'
import { isAbsolutePath } from '../project/paths/address'
import { below, segmentsOf } from '../project/paths/contain'
import { newMoment } from '../project/paths/moment'
import { privatePlace } from '../project/paths/private'
import { isHomeReadable, isReadProtected } from '../project/paths/protected'
import { importIt, wideEncoding } from '../project/text-file'
import type { FileChange, OpenedProject, PathRules, PathUse, Reading, SafePath, TextFile } from '../project/types'
import { createBoundSubjects } from './bound-subject'
import { createCallLog } from './call-log'
import { createProposals, type Proposals } from './proposals'
import { ALL_LINES, createReadRegistry, type ReadRegistry } from './read-registry'
import { scanLines, type Scanned, type Window } from './scan-lines'
import type { Caller } from './types'
import { createWriteLimits } from './write-limits'
import { createWriteRoots, type WriteRoots } from './write-roots'

/** `anywhere`: `Read`, `Glob` and `Grep` take any absolute path to read (06 §1.1). */
export type PathHow = Pick<PathRules, 'kind' | 'missingOk'> & { anywhere?: boolean }
/** Why a path asks (05 §2.3). */
export interface PathAsk { code: 'PATH_PRIVATE'; text: string; bypass: true }

/** Files as the tools reach them: paths of the calling session, its read registry, and changes under its name. */
export interface FileService {
  readonly registry: ReadRegistry
  readonly proposals: Proposals
  readonly writeRoots: WriteRoots
  /** 06 §1.2 with the roots of the calling session, the profile's writeGlobs, and the one subject it is bound to. */
  authorize(caller: Caller, path: string, use: PathUse, how?: PathHow): Promise<SafePath>
  /** The same for many paths of one moment, for whoever judges them together: what binds the session is looked up once; the siblings of a new name are told. */
  authorizing(caller: Caller, use: PathUse, how?: PathHow): (path: string) => Promise<SafePath>
  /** What a read of this place asks the author, or null: outside every project and every root of the author, and private. */
  privacy(caller: Caller, path: Pick<SafePath, 'real' | 'owner'>): PathAsk | null
  /** Which files below a folder a listing or search may tell of; `asked`: the author was asked about this private folder itself. */
  visible(caller: Caller, folder: SafePath, asked: boolean): (real: string) => boolean
  text(path: SafePath): Promise<TextFile>
  bytes(path: SafePath): Promise<{ bytes: Buffer; hash: string }>
  /** `bytes` of several files of one moment. */
  reading(): Reading
  /** The first bytes, and how many there are. */
  head(path: SafePath, length: number): Promise<{ first: Buffer; size: number }>
  /** Streams the rows of a window, and says how many names the file has; NOT_TEXT, NOT_UTF8. */
  scan(path: SafePath, window: Window): Promise<Scanned & { hardLinks: number }>
  /** Rows of `result://<callId>` of the same session tree; RESULT_NOT_FOUND (08 §5). */
  scanResult(sessionId: number, callId: string, window: Window): Promise<Scanned>
  /** A `.md` directly in the project's own `.agent/plan/`, after links (05 "Plan-exempt"). */
  isPlanFile(path: SafePath): boolean
  /** All or none, journalled under the call; the session then knows every line it wrote. */
  commit(caller: Caller, changes: readonly FileChange[], signal: AbortSignal): Promise<Change[]>
  keepImage(bytes: Buffer): Promise<string>
}

/** `readRoots`: folders outside that the author added in settings; read at every call. */
export function createFileService(project: OpenedProject, profiles: Profiles, readRoots: () => readonly string[] = () => []): FileService {
  const registry = createReadRegistry(project.sessionsDb)
  const limits = createWriteLimits(project, profiles)
  const subjects = createBoundSubjects(project)
  const writeRoots = createWriteRoots(project.sessionsDb, project.env)
  const judging = (caller: Caller, use: PathUse, { anywhere = false, ...how }: PathHow & Pick<PathRules, 'twins'>): ((path: string) => Promise<SafePath>) => {
    const globs = use === 'read' ? [] : profiles.get(caller.profileKey).gates.writeGlobs
    const limited = use === 'read' ? null : limits.of(caller)
    const moment = newMoment()
    return async (path) => {
      // Only an absolute path can lie in one of them.
      const roots = isAbsolutePath(path) ? { readRoots: anywhere && use === 'read' ? ['/'] : readRoots(), writeRoots: writeRoots.of(caller.sessionId) } : {}
      const place = await project.files.authorize(path, { use, moment, ...roots, ...how, ...(globs.length === 0 ? {} : { writeGlobs: globs }) })
      subjects.check(caller.sessionId, place)
      if (limited !== null) await limited(place, path)
      return place
    }
  }
  const ownFolders = (caller: Caller): string[] => [...openedProjects().map((one) => one.dir), ...readRoots(), ...writeRoots.of(caller.sessionId), project.env.home]
  return {
    registry, writeRoots,
    proposals: createProposals(project, writeRoots),
    authorizing: (caller, use, how) => judging(caller, use, { ...how, twins: 'tell' }),
    authorize: async (caller, path, use, how) => judging(caller, use, { ...how })(path),
    privacy: (caller, path) => privacyOf(path, ownFolders(caller)),
    visible(caller, folder, asked) {
      const own = ownFolders(caller)
      const inside = openedProjects().some((one) => below(one.dir, folder.real) !== null)
      const reached = subjects.visible(caller.sessionId)
      const told = tellable(project.env.home)
      return (real) => reached(real) && told(real) && (inside || asked || privacyOf({ real, owner: null }, own) === null)
    },
    text: (path) => project.files.readText(path),
    bytes: (path) => project.files.readBytes(path),
    reading: () => project.files.reading(),
    head: (path, length) => headOf(project, path, length),
    scan: (path, window) => scanFile(project, path, window),
    scanResult: (sessionId, callId, window) => scanStored(project, sessionId, callId, window),
    isPlanFile: (path) => path.owner === project.slug && /^\.agent\/plan\/[^/]+\.md$/.test(path.shown),
    keepImage: (bytes) => project.blobs.put(bytes),
    async commit(caller, changes, signal) {
      // Of a file that only moves, or goes.
      const known = changes.map((change) => (change.text === null ? registry.get(caller.sessionId, change.path.real) : null))
      const done = await project.files.apply(changes, { actor: 'agent', sessionId: caller.sessionId, callId: caller.callId }, { signal, endsWithCall: true })
      const after = new Map(done.map((each) => [each.target, each.after]))
      try {
        registry.together(() => changes.forEach((change, at) => remember(registry, caller.sessionId, change, known[at]?.ranges ?? [], after)))
      } catch {
        // Written is written: without its record the next change asks for a new reading.
      }
      return done
    },
  }
}

/** A written text is known whole; one that only moved is known as far as it was. */
function remember(registry: ReadRegistry, sessionId: number, change: FileChange, ranges: [number, number][], done: ReadonlyMap<string, string | null>): void {
  const place = change.moveTo ?? change.path
  const target = change.moveTo === undefined ? place.shown : `${change.path.shown} -> ${place.shown}`
  const after = done.get(target) ?? null
  if (after === null) return
  if (change.text !== null) registry.record(sessionId, place.real, after, ALL_LINES)
  else if (ranges.length > 0) registry.record(sessionId, place.real, after, ranges)
}

function privacyOf(path: Pick<SafePath, 'real' | 'owner'>, open: readonly string[]): PathAsk | null {
  if (path.owner !== null || open.some((folder) => below(folder, path.real) !== null)) return null
  const why = privatePlace(path.real, homedir())
  return why === null ? null : { code: 'PATH_PRIVATE', text: `${path.real} is private: ${why}.`, bypass: true }
}

/** `mayTell` of the many files of one listing: in most folders the name of a file decides nothing. */
function tellable(home: string): (real: string) => boolean {
  const open = new Map<string, boolean>()
  return (real) => {
    const folder = real.slice(0, real.lastIndexOf(sep))
    const known = open.get(folder) ?? tellsOfAll(home, folder)
    open.set(folder, known)
    return known || mayTell(home, real)
  }
}

/** Nothing directly in this folder is the app's own, whatever it is called: not even a database would be. */
const tellsOfAll = (home: string, folder: string): boolean => !isReadProtected([...segmentsOf(folder), 'x.sqlite']) && below(home, folder) === null && folder !== dirname(home)

/** What no listing tells of: the app's own files (06 §1.2 step 5). A project below `~/.wenqu` is not the app's. */
function mayTell(home: string, real: string): boolean {
  if (isReadProtected(segmentsOf(real))) return false
  const inHome = below(home, real)
  return inHome === null || isHomeReadable(inHome) || openedProjects().some((one) => below(one.dir, real) !== null)
}

async function headOf(project: OpenedProject, path: SafePath, length: number): Promise<{ first: Buffer; size: number }> {
  const handle = await project.files.openRead(path)
  try {
    const first = Buffer.alloc(length)
    return { first: first.subarray(0, readSync(handle.fd, first, 0, length, 0)), size: fstatSync(handle.fd).size }
  } finally {
    await handle.close()
  }
}

const atOnceBytes = 1_048_576

/** A text of usual size is read in one go; a huge one in pieces, of which only the window is kept. */
async function scanFile(project: OpenedProject, path: SafePath, window: Window): Promise<Scanned & { hardLinks: number }> {
  const whole = await project.files.readAtOnce(path, atOnceBytes)
  const scanned = whole === null ? await scanPieces(project, path, window) : { ...(await scanLines([whole.bytes], window)), hardLinks: whole.links }
  const wide = whole === null ? null : wideEncoding(whole.bytes)
  if (scanned.hasNul) fail('NOT_TEXT', `${path.shown} is not a text (${scanned.bytes} bytes).`, wide === null ? {} : { fix: `It looks like ${wide}. ${importIt}` })
  const head = Math.min(scanned.bytes, 65_536)
  if (scanned.invalid.head > 16 && scanned.invalid.head > head / 100) await project.files.readText(path)
  return scanned
}

async function scanPieces(project: OpenedProject, path: SafePath, window: Window): Promise<Scanned & { hardLinks: number }> {
  const handle = await project.files.openRead(path)
  try {
    const hardLinks = fstatSync(handle.fd).nlink
    return { ...(await scanLines(handle.createReadStream({ autoClose: false }), window)), hardLinks }
  } finally {
    await handle.close()
  }
}

async function scanStored(project: OpenedProject, sessionId: number, callId: string, window: Window): Promise<Scanned> {
  const root = project.sessionsDb.prepare<[number], { rootId: number }>('SELECT rootId FROM Session WHERE id = ?').get(sessionId)
  const found = root === undefined ? null : createCallLog(project.sessionsDb, project.env).find(root.rootId, callId)
  const full = found?.stages['full']
  const short = found?.result ?? null
  const bytes = typeof full === 'string' ? await project.blobs.get(full) : short === null ? null : Buffer.from(short.content, 'utf8')
  if (bytes === null) return fail('RESULT_NOT_FOUND', `there is no result "${callId}" in this session.`, { actual: callId })
  return scanLines([bytes], window)
}
