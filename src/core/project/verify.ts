import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { isFault, whyOf } from '@shared/fault'
import type { ProseNode } from '@shared/story'
import { openDatabase } from './database'
import { splitFrontMatter } from './front-matter'
import { filesBelow } from './measure'
import { parseManifest } from './manifest'
import { projectMigrations, sessionsMigrations } from './open-project'
import { verifyJournal } from './verify-journal'
import { verifyLost } from './verify-lost'
import type { Finding, OpenedProject } from './types'


const finding = (severity: Finding['severity'], code: string, message: string, path: string | null = null): Finding => ({ severity, code, message, path })

/**
 * Checks an opened project (10 `project verify`): both databases, dangling references, orphan and lost prose, broken front matter, node
 * conflicts, and the journal against the disk. Changes nothing. `prose` are the manuscript's nodes.
 */
export async function verifyProject(project: OpenedProject, prose: readonly ProseNode[]): Promise<Finding[]> {
  const lost = verifyLost(project, prose)
  const gone = new Set(lost.map((one) => one.path))
  const files = await filesBelow(project.dir, (name) => name === '.nbook' || name === '.git')
  return [
    ...checkManifest(await readText(project, 'project.yaml')),
    ...checkDatabase('project.sqlite', project.projectDb),
    ...checkDatabase('sessions.sqlite', project.sessionsDb),
    ...checkReferences(project.projectDb),
    ...checkProse(project.projectDb, prose),
    ...nodeConflicts(files),
    ...(await checkFrontMatter(project, files)),
    ...lost,
    ...(await verifyJournal(project)).filter((one) => one.code !== 'CHANGED_OUTSIDE' || !gone.has(one.path)),
  ]
}

/** Checks what can be checked of a project that does not open; used when `openProject` fails. */
export function verifyClosed(dir: string, env: OpenedProject['env']): Finding[] {
  const nbook = join(dir, '.nbook')
  const out: Finding[] = []
  for (const [name, migrations] of [['project.sqlite', projectMigrations], ['sessions.sqlite', sessionsMigrations]] as const) {
    if (!existsSync(join(nbook, name))) continue
    try {
      openDatabase(join(nbook, name), { migrations, backups: join(nbook, 'backups'), env, readOnly: true }).close()
    } catch (error) {
      out.push(finding('error', isFault(error) ? error.fault.code : 'DATABASE_DAMAGED', whyOf(error), `.nbook/${name}`))
    }
  }
  return out
}

async function readText(project: OpenedProject, path: string): Promise<string> {
  const place = await project.files.authorize(path, { use: 'read' })
  return (await project.files.readText(place)).text
}

function checkManifest(text: string): Finding[] {
  try {
    parseManifest(text)
    return []
  } catch (error) {
    return [finding('error', 'PROJECT_MANIFEST_INVALID', whyOf(error), 'project.yaml')]
  }
}

function checkDatabase(name: string, db: Database.Database): Finding[] {
  const path = `.nbook/${name}`
  const integrity = (db.pragma('integrity_check(20)') as { integrity_check: string }[]).filter((row) => row.integrity_check !== 'ok')
  const foreign = db.pragma('foreign_key_check') as { table: string; rowid: number; parent: string }[]
  return [
    ...integrity.map((row) => finding('error', 'DATABASE_DAMAGED', `${name}: ${row.integrity_check}`, path)),
    ...foreign.map((row) => finding('error', 'REFERENCE_DANGLING', `${name}: row ${row.rowid} of ${row.table} names a missing ${row.parent}.`, path)),
  ]
}

/** References that the schema does not enforce. */
const loose: readonly (readonly [string, string, string])[] = [
  ['StoryPromise', 'deadlineChapterId', 'StoryChapter'], ['StoryDecision', 'deadlineChapterId', 'StoryChapter'], ['StoryDecision', 'supersededById', 'StoryDecision'],
]

function checkReferences(db: Database.Database): Finding[] {
  const out: Finding[] = []
  for (const [table, column, parent] of loose) {
    const rows = db.prepare(`SELECT id, ${column} AS target FROM ${table} WHERE ${column} IS NOT NULL AND ${column} NOT IN (SELECT id FROM ${parent})`).all() as { id: number; target: number }[]
    out.push(...rows.map((row) => finding('warning', 'REFERENCE_DANGLING', `${table} ${row.id}: ${column} names ${parent} ${row.target}, which is gone.`)))
  }
  const patches = db.prepare('SELECT id, subjectId FROM WorldPatch WHERE subjectId NOT IN (SELECT id FROM WorldSubject)').all() as { id: number; subjectId: string }[]
  return [...out, ...patches.map((row) => finding('warning', 'REFERENCE_DANGLING', `A world change (${row.id}) names the subject "${row.subjectId}", which is not registered.`))]
}

function checkProse(db: Database.Database, prose: readonly ProseNode[]): Finding[] {
  const names = new Set(db.prepare('SELECT name FROM StoryChapter').pluck().all() as string[])
  return prose.flatMap((node) => {
    if (node.chapterName === null) return [finding('warning', 'PROSE_ORPHAN', `"${node.title}" is prose of no chapter.`, node.path)]
    return names.has(node.chapterName) ? [] : [finding('warning', 'PROSE_ORPHAN', `"${node.title}" names the chapter "${node.chapterName}", which does not exist.`, node.path)]
  })
}

function nodeConflicts(files: readonly string[]): Finding[] {
  const all = new Set(files)
  return files
    .filter((file) => file.endsWith('.md') && all.has(`${file.slice(0, -3)}/index.md`))
    .map((file) => finding('error', 'NODE_CONFLICT', `"${file}" stands beside "${file.slice(0, -3)}/index.md" as the same node.`, file))
}

async function checkFrontMatter(project: OpenedProject, files: readonly string[]): Promise<Finding[]> {
  const out: Finding[] = []
  for (const file of files.filter((name) => name.endsWith('.md') && /^(manuscript|lorebook)\//.test(name))) {
    try {
      const { broken } = splitFrontMatter(await readText(project, file))
      if (broken !== null) out.push(finding('warning', 'FRONT_MATTER_BROKEN', `${file}: ${broken}`, file))
    } catch (error) {
      out.push(finding('warning', isFault(error) ? error.fault.code : 'READ_FAILED', whyOf(error), file))
    }
  }
  return out
}
