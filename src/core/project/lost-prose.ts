import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import type { LostText } from '@shared/procedures/story'
import { slugOf } from './slug'
import { prepared } from './statements'
import type { OpenedProject } from './types'

/** A chapter that no text on the disk names; `written`: a scene of it is marked as written or revised. */
export interface Textless { name: string; title: string; written: boolean }
/** `certain`: the app itself had the text there. */
export interface LostProse extends LostText { name: string; title: string; certain: boolean }

/** The texts of the manuscript that a table names, each once: from one to the next by the index, for a text has as many rows as it was changed. */
const distinct = (table: string, column: string): string => `WITH RECURSIVE Text(path) AS (
  SELECT min(${column}) FROM ${table} WHERE ${column} >= 'manuscript/' AND ${column} < 'manuscript0'
  UNION ALL SELECT (SELECT min(${column}) FROM ${table} WHERE ${column} > Text.path AND ${column} < 'manuscript0') FROM Text WHERE Text.path IS NOT NULL)
SELECT path FROM Text WHERE path LIKE '%.md'`

/**
 * Every text of the manuscript that journal and history know, and where the text of each chapter's folder is, there or not: a file that
 * another program deletes leaves its folder. `folder`: only those in folders of that name.
 */
export function knownTexts(project: OpenedProject, folder?: string): string[] {
  const places = globSync(`manuscript/*/${folder ?? '*'}/`, { cwd: project.dir }).map((place) => `${place.replaceAll('\\', '/').replace(/\/$/, '')}/index.md`)
  return [...new Set([...keptTexts(project).filter((path) => folder === undefined || folderOf(path) === folder), ...places])]
}

/** Every text of the manuscript that journal and history know. */
export const keptTexts = ({ sessionsDb }: OpenedProject): string[] =>
  [['Journal', 'path'], ['Journal', 'movedTo'], ['Version', 'path']].flatMap(([table = '', column = '']) => sessionsDb.prepare<[], string>(distinct(table, column)).pluck().all())

/** Where the text of a chapter's folder is. */
export const textOf = (volume: string, folder: string): string => `manuscript/${volume}/${folder}/index.md`

/** Texts by their folders, each once. */
export const textsByFolder = (texts: readonly string[]): Map<string, string[]> => Map.groupBy(new Set(texts), folderOf)

/** The folder of a text, which bears the chapter's name. */
export const folderOf = (path: string): string => path.split('/').at(-2) ?? ''

/**
 * Which of these chapters had a text that is gone. One that never had a text, and one whose text was moved or put into the trash in
 * the app, is not among them.
 */
export function lostProse(project: OpenedProject, textless: readonly Textless[]): LostProse[] {
  if (textless.length === 0) return []
  const [one] = textless
  const known = textsByFolder(knownTexts(project, textless.length === 1 && one !== undefined ? slugOf(one.name) : undefined))
  return textless.flatMap((chapter): LostProse[] => {
    const loss = lossOf(project, chapter, known.get(slugOf(chapter.name)) ?? [])
    if (loss === null) return []
    return [{ name: chapter.name, title: chapter.title, ...loss, source: loss.path === null ? { kind: 'backup' } : sourceOf(project, loss.path) }]
  })
}

/** Whether a chapter without text had one of these, or a scene of it is written though nothing knows of a text; null: nothing is missed. */
export function lossOf(project: OpenedProject, { written }: Textless, paths: readonly string[]): Pick<LostProse, 'path' | 'certain'> | null {
  if (paths.some((path) => existsSync(join(project.dir, path)))) return null
  for (const path of paths) {
    const past = pastOf(project, path)
    if (past !== 'left') return { path, certain: past === 'there' }
  }
  return paths.length === 0 && written ? { path: null, certain: false } : null
}

interface Last { path: string; kind: string; movedTo: string | null; state: string }

/** What the app knows of a text that is not there: `there` until somebody else took it away, `left` by a change made in the app or never written, or nothing. */
function pastOf({ sessionsDb, history }: OpenedProject, path: string): 'there' | 'left' | 'unknown' {
  const last = prepared<[string, string], Last>(sessionsDb, "SELECT path, kind, movedTo, state FROM Journal WHERE (path = ? OR (kind = 'move' AND movedTo = ?)) AND state <> 'intent' ORDER BY state = 'done' DESC, seq DESC LIMIT 1").get(path, path)
  if (last === undefined) return history.list(path).length > 0 ? 'there' : 'unknown'
  if (last.state === 'undone') return 'left'
  // A deletion that names an item of the trash was meant; any other took the text away behind the author's back.
  const meant = last.path === path && (last.kind === 'move' || (last.kind === 'delete' && last.movedTo !== null))
  return meant ? 'left' : 'there'
}

function sourceOf({ trash, history, blobs }: OpenedProject, path: string): LostText['source'] {
  const item = trash.list().find(({ from }) => from === path || path.startsWith(`${from}/`))
  if (item !== undefined) return { kind: 'trash', id: item.id }
  const version = history.list(path).find(({ hash }) => blobs.has(hash))
  return version === undefined ? { kind: 'backup' } : { kind: 'history', id: version.id, at: version.at }
}
