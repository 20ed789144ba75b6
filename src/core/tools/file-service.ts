import { fail } from '@shared/fault'
import type { Change } from '@shared/tool-result'
import type { Profiles } from '../agents/types'
import type { FileChange, OpenedProject, PathUse, SafePath, TextFile } from '../project/types'
import { createCallLog } from './call-log'
import { ALL_LINES, createReadRegistry, type ReadRegistry } from './read-registry'
import { scanLines, type Scanned, type Window } from './scan-lines'
import type { Caller } from './types'

/** Files as the tools reach them: paths of the calling session, its read registry, and changes under its name. */
export interface FileService {
  readonly registry: ReadRegistry
  /** 06 §1.2 with the profile's writeGlobs. */
  authorize(caller: Caller, path: string, use: PathUse): Promise<SafePath>
  text(path: SafePath): Promise<TextFile>
  /** Streams the rows of a window, and says how many names the file has; NOT_TEXT, NOT_UTF8. */
  scan(path: SafePath, window: Window): Promise<Scanned & { hardLinks: number }>
  /** Rows of `result://<callId>` of the same session tree; RESULT_NOT_FOUND (08 §5). */
  scanResult(sessionId: number, callId: string, window: Window): Promise<Scanned>
  /** A `.md` directly in the project's own `.agent/plan/`, after links (05 "Plan-exempt"). */
  isPlanFile(path: SafePath): boolean
  /** All or none, journalled under the call; the session then knows every line it wrote. */
  commit(caller: Caller, changes: readonly FileChange[], signal: AbortSignal): Promise<Change[]>
}

export function createFileService(project: OpenedProject, profiles: Profiles): FileService {
  const registry = createReadRegistry(project.sessionsDb)
  return {
    registry,
    authorize(caller, path, use) {
      const globs = use === 'read' ? [] : profiles.get(caller.profileKey).gates.writeGlobs
      return project.files.authorize(path, { use, ...(globs.length === 0 ? {} : { writeGlobs: globs }) })
    },
    text: (path) => project.files.readText(path),
    scan: (path, window) => scanFile(project, path, window),
    scanResult: (sessionId, callId, window) => scanStored(project, sessionId, callId, window),
    isPlanFile: (path) => path.owner === project.slug && /^\.agent\/plan\/[^/]+\.md$/.test(path.shown),
    async commit(caller, changes, signal) {
      const done = await project.files.apply(changes, { actor: 'agent', sessionId: caller.sessionId, callId: caller.callId }, signal)
      for (const change of changes) {
        const place = change.moveTo ?? change.path
        const after = done.find((each) => each.target === place.shown)?.after ?? null
        if (after !== null) registry.record(caller.sessionId, place.real, after, ALL_LINES)
      }
      return done
    },
  }
}

async function scanFile(project: OpenedProject, path: SafePath, window: Window): Promise<Scanned & { hardLinks: number }> {
  const handle = await project.files.openRead(path)
  try {
    const scanned = await scanLines(handle.createReadStream({ autoClose: false }), window)
    if (scanned.hasNul) fail('NOT_TEXT', `${path.shown} is not a text (${scanned.bytes} bytes).`)
    const head = Math.min(scanned.bytes, 65_536)
    if (scanned.invalid.head > 16 && scanned.invalid.head > head / 100) await project.files.readText(path)
    return { ...scanned, hardLinks: (await handle.stat()).nlink }
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
