import type Database from 'better-sqlite3'
import { fail } from '@shared/fault'
import { BeatKind } from '@shared/story-ledgers'
import { entityOf } from './entities'
import { fieldSchemas, isSavedKind } from './fields'
import { storyViolations } from './invariants'
import { all } from './prepared'
import type { Problem } from './problems'
import { getRow, tables, type Row, type TableKey } from './rows'
import { putRow, type Work } from './write-row'

/** A row as SQL would leave it, found by trying the statement (07 §6). `refs`: the links of a scene. */
export interface SqlRow { readonly table: string; readonly id: number; readonly row: Readonly<Record<string, string | number | null>>; readonly refs: readonly { relation: string; target: string; visibility: string; note: string | null }[] | null }

const keyOf = (table: string): TableKey | null => (Object.keys(tables) as TableKey[]).find((key) => tables[key].table === table && key !== 'trash') ?? null
const label = (key: TableKey, id: number): string => `${key} ${id}`

/** What stands where the rows would be written, to be compared when they are; null: nothing. */
export const sqlBases = (db: Database.Database, rows: readonly SqlRow[]): (string | null)[] => rows.map(({ table, id }) => {
  const key = keyOf(table)
  const row = key === null ? undefined : getRow<Row>(db, key, id)
  return row === undefined ? null : JSON.stringify(row)
})

/**
 * Writes rows exactly as SQL would have left them, and refuses the whole when any rule of 02 is broken afterwards. Inside one
 * transaction. SQL_INVARIANT names every broken rule; STALE_READ when a row is no longer what it was when the statement was tried.
 */
export function runSqlWrite(work: Work, written: readonly SqlRow[], bases: readonly (string | null)[] | null): void {
  if (bases !== null && sqlBases(work.db, written).some((base, at) => base !== bases[at])) fail('STALE_READ', 'A row was changed meanwhile; nothing was written.', { fix: 'Call again.' })
  const storiesBefore = new Set(storyViolations(work.db).map((one) => one.pointer))
  for (const one of written) writeOne(work, one)
  const problems = [...work.changes.flatMap((change) => rowProblems(change.key, change.to)), ...listProblems(work.db, work), ...danglingProblems(work), ...storyViolations(work.db).filter((one) => !storiesBefore.has(one.pointer))]
  const [first] = problems
  if (first !== undefined) fail('SQL_INVARIANT', `${problems.length} rule${problems.length === 1 ? '' : 's'} of the story would be broken; nothing was written.`, { pointer: '/sql', problems: problems.slice(0, 20), fix: 'Use the save_story tools, which keep these rules.' })
}

function writeOne(work: Work, { table, id, row, refs }: SqlRow): void {
  const key = keyOf(table)
  if (key === null) return
  const from = getRow<Row>(work.db, key, id) ?? null
  const to: Row = { ...row, ...(refs === null ? {} : { refs: JSON.stringify(refs) }) }
  if (from !== null && Object.keys(to).every((column) => from[column] === to[column])) return
  if (from !== null && 'updatedAt' in to && from['updatedAt'] === to['updatedAt']) to['updatedAt'] = work.now
  putRow(work.db, key, from, to)
  work.changes.push({ key, from, to })
}

/** Enums, lengths and forms of one row's fields, as a save would check them (02 §5). */
function rowProblems(key: TableKey, row: Row | null): Problem[] {
  if (row === null) return []
  const at = (pointer: string, message: string): Problem => ({ pointer: `/${label(key, Number(row['id']))}${pointer}`.replace(' ', '/'), message })
  if (key === 'beat') return BeatKind.safeParse(row['kind']).success ? [] : [at('/kind', `"${String(row['kind'])}" is no kind of beat.`)]
  if (!isSavedKind(key)) return []
  try {
    const entity = entityOf(key, row as never) as unknown as Record<string, unknown>
    const schema = fieldSchemas[key]
    const fields = Object.fromEntries(Object.entries(entity).filter(([field, value]) => field in schema.shape && field !== 'sortOrder' && value !== undefined))
    const parsed = schema.safeParse(fields)
    return parsed.success ? [] : parsed.error.issues.map((issue) => at(`/${issue.path.map(String).join('/')}`, issue.message))
  } catch {
    return [at('', 'one of its lists is no JSON.')]
  }
}

/** Every list a written row stands in is numbered 0, 1, 2, … (02 §6). */
function listProblems(db: Database.Database, work: Work): Problem[] {
  const touched = new Set(work.changes.map((change) => change.key))
  return [...touched].flatMap((key) => tables[key].lists.flatMap(({ order, parent, optional }) => {
    const group = parent ?? "''"
    const where = optional === true && parent !== null ? `WHERE ${parent} IS NOT NULL` : ''
    const bad = all<{ parent: unknown }>(db, `SELECT ${group} AS parent FROM ${tables[key].table} ${where} GROUP BY ${group} HAVING min(${order}) <> 0 OR max(${order}) <> count(*) - 1 OR count(DISTINCT ${order}) <> count(*)`)
    return bad.map(({ parent: of }) => ({ pointer: `/${key}/${order}`, message: `the order${of === '' || of === null ? '' : ` in ${String(parent)} ${String(of)}`} is not 0, 1, 2, … without gaps.` }))
  }))
}

/** References that no foreign key of the tables watches. */
const soft: readonly [TableKey, string, TableKey][] = [['promise', 'deadlineChapterId', 'chapter'], ['decision', 'deadlineChapterId', 'chapter'], ['decision', 'supersededById', 'decision']]

function danglingProblems(work: Work): Problem[] {
  return work.changes.flatMap(({ key, from, to }) => soft.flatMap(([of, column, target]) => {
    const id = to?.[column] ?? null
    if (of !== key || id === null || id === from?.[column] || getRow(work.db, target, id) !== undefined) return []
    return [{ pointer: `/${key}/${String(to?.['id'])}/${column}`, message: `there is no ${target} ${String(id)}.` }]
  }))
}
