import type { Finding, OpenedProject } from './types'

interface Last { path: string; kind: string; movedTo: string | null; after: string | null; before: string | null; state: string; actor: string }

/**
 * The journal against the disk: a file whose last journalled content is not what stands there was changed outside (a notice),
 * changes that never ended are told in one finding, and before-bytes must be there to be given back.
 */
export async function verifyJournal(project: OpenedProject): Promise<Finding[]> {
  const rows = project.sessionsDb.prepare('SELECT path, kind, movedTo, after, before, state, actor FROM Journal ORDER BY seq').all() as Last[]
  const out: Finding[] = openChanges(rows.filter((row) => row.state === 'intent').length)
  const expected = new Map<string, string | null>()
  for (const row of rows.filter((one) => one.state === 'done')) {
    expected.set(row.path, row.kind === 'move' ? null : row.after)
    if (row.kind === 'move' && row.movedTo !== null) expected.set(row.movedTo, row.after)
    // Of the author's own typing the history keeps what is to be kept.
    if (row.kind === 'modify' && row.actor !== 'author' && row.before !== null && !project.blobs.has(row.before)) {
      out.push({ severity: 'warning', code: 'JOURNAL_BLOB_MISSING', message: `The old text of "${row.path}" (${row.before.slice(0, 12)}…) is no longer kept.`, path: row.path })
    }
  }
  for (const [path, hash] of expected) out.push(...(await compare(project, path, hash)))
  return [...out, ...lostVersions(project)]
}

/** Of a process that is still at it, or was cut off a moment ago. */
function openChanges(count: number): Finding[] {
  if (count === 0) return []
  return [{ severity: 'warning', code: 'JOURNAL_OPEN', message: `${count === 1 ? 'A change has' : `${count} changes have`} not ended; once no other process works on the novel, this is settled when it is opened next.`, path: null }]
}

async function compare(project: OpenedProject, path: string, hash: string | null): Promise<Finding[]> {
  if (path.startsWith('/') || path.startsWith('workspace/')) return []
  const now = await project.files.authorize(path, { use: 'read', missingOk: true }).then((place) => project.files.hash(place), () => null)
  if (now === hash || hash === null) return []
  const message = now === null ? `"${path}" was removed outside the app.` : `"${path}" was changed outside the app.`
  return [{ severity: 'notice', code: 'CHANGED_OUTSIDE', message, path }]
}

/** Versions whose text is gone. */
function lostVersions(project: OpenedProject): Finding[] {
  const rows = project.sessionsDb.prepare('SELECT path, at, hash FROM Version').all() as { path: string; at: string; hash: string }[]
  return rows
    .filter((row) => !project.blobs.has(row.hash))
    .map((row) => ({ severity: 'warning', code: 'VERSION_LOST', message: `The version of "${row.path}" from ${row.at} has no text.`, path: row.path }))
}
