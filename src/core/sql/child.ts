import { constants, DatabaseSync, type StatementSync } from 'node:sqlite'
import type { SqlAsk, SqlReply } from './types'

/**
 * Process entry: runs model-written SELECTs under an authorizer that lists what is allowed (07 §6 rule 3). Started with the database
 * path; asked over IPC, one statement at a time; its parent kills it at the deadline. Stands alone: only `node:` imports.
 */
const tables = ['Story', 'StoryAct', 'StoryChapter', 'StoryPhase', 'StoryThread', 'StoryScene', 'StorySceneRef', 'StoryPromise', 'StoryPromiseBeat', 'StoryDecision',
  'WorldSubject', 'WorldSlice', 'WorldPatch']
const readable = new Set([...tables, 'sqlite_schema', 'sqlite_master', 'json_each', 'json_tree'].map((name) => name.toLowerCase()))
const functions = new Set(`-> ->> abs char coalesce concat concat_ws format glob hex if ifnull iif instr length like likelihood likely unlikely lower ltrim max min nullif
  octet_length printf quote replace round rtrim sign substr substring trim typeof unhex unicode unistr unistr_quote upper
  avg count group_concat string_agg sum total median percentile percentile_cont percentile_disc
  row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
  date time datetime julianday unixepoch strftime timediff current_date current_time current_timestamp
  acos acosh asin asinh atan atan2 atanh ceil ceiling cos cosh degrees exp floor ln log log10 log2 mod pi pow power radians sin sinh sqrt tan tanh trunc
  json jsonb json_array jsonb_array json_array_length json_error_position json_extract jsonb_extract json_insert jsonb_insert json_object jsonb_object json_patch jsonb_patch
  json_pretty json_quote json_remove jsonb_remove json_replace jsonb_replace json_set jsonb_set json_type json_valid json_group_array jsonb_group_array json_group_object
  jsonb_group_object`.split(/\s+/))
const maxRows = 200
const maxBytes = 48 * 1024
const limits = { length: 4 * 1024 * 1024, sqlLength: 64 * 1024, column: 200, exprDepth: 200, compoundSelect: 50, likePatternLength: 1_000, attach: 0, functionArg: 100, triggerDepth: 10 }

interface Denied { code: string; message: string; actual: string | null }
let denied: Denied | null = null
let names: string[] = []
/** Everything that could be read by name besides what is allowed: other tables and virtual-table modules. */
let forbidden = new Set<string>()

const deny = (code: string, message: string, actual: string | null): number => {
  denied ??= { code, message, actual }
  return constants.SQLITE_DENY
}

/** Reading no column (`count(*)` of a subquery or CTE) names a table that need not exist. */
function mayRead(table: string, column: string | null): boolean {
  const name = table.toLowerCase()
  return readable.has(name) || (column === '' && !forbidden.has(name) && !name.startsWith('pragma_') && !name.startsWith('sqlite_'))
}

function authorize(action: number, first: string | null, second: string | null): number {
  switch (action) {
    case constants.SQLITE_SELECT: case constants.SQLITE_RECURSIVE:
      return constants.SQLITE_OK
    case constants.SQLITE_READ:
      return mayRead(first ?? '', second) ? constants.SQLITE_OK : deny('SQL_TABLE', 'This table cannot be read.', first)
    case constants.SQLITE_FUNCTION:
      return functions.has((second ?? '').toLowerCase()) ? constants.SQLITE_OK : deny('SQL_FUNCTION', 'This function is not allowed.', second)
    case constants.SQLITE_INSERT: case constants.SQLITE_UPDATE:
      return deny('SQL_READ_ONLY', 'Writing through SQL is not available yet.', first)
    default:
      return deny('SQL_DENIED', 'This statement would do more than read.', first)
  }
}

function open(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly: true, allowExtension: false, enableDoubleQuotedStringLiterals: false, timeout: 1_000, defensive: true, readBigInts: true, returnArrays: true, limits })
  db.exec('PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY; PRAGMA hard_heap_limit = 134217728')
  const list = (sql: string): string[] => db.prepare(sql).all().map((row) => String(Object.values(row)[0]))
  names = [...tables, ...list(`SELECT DISTINCT c.name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.name IN (${tables.map((t) => `'${t}'`).join(', ')})`)]
  forbidden = new Set([...list('SELECT name FROM sqlite_schema'), ...list('SELECT name FROM pragma_module_list')].map((name) => name.toLowerCase()))
  list("SELECT 1 FROM json_each('[]'), json_tree('[]')")
  db.setAuthorizer(authorize)
  return db
}

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : String(value)
  return value instanceof Uint8Array ? { $blob: value.byteLength } : value
}

/** Column names of a result; a repeated one gets its number, so that none is lost. */
function columnNames(statement: StatementSync): string[] {
  const seen = new Map<string, number>()
  return statement.columns().map(({ name }) => {
    const n = (seen.get(name) ?? 0) + 1
    seen.set(name, n)
    return n === 1 ? name : `${name} (${n})`
  })
}

function select(db: DatabaseSync, sql: string): { rows: Record<string, unknown>[]; truncated: boolean } {
  const statement = db.prepare(sql)
  const columns = columnNames(statement)
  const rows: Record<string, unknown>[] = []
  let bytes = 2
  for (const values of statement.iterate() as Iterable<unknown>) {
    const row = Object.fromEntries((values as unknown[]).map((value, i) => [columns[i] ?? String(i), plain(value)]))
    bytes += Buffer.byteLength(JSON.stringify(row)) + 1
    if (rows.length === maxRows || bytes > maxBytes) return { rows, truncated: true }
    rows.push(row)
  }
  return { rows, truncated: false }
}

/** Names that look like a missing one: same start, or one within the other. */
function nearNames(message: string): string[] {
  const missing = /no such (?:table|column): (?:\w+\.)?(\w+)/iu.exec(message)?.[1]?.toLowerCase()
  if (missing === undefined) return []
  return names.filter((name) => name.toLowerCase().includes(missing) || missing.includes(name.toLowerCase()) || name.toLowerCase().startsWith(missing.slice(0, 4))).slice(0, 6)
}

function answer(db: DatabaseSync, { id, sql }: SqlAsk): SqlReply {
  denied = null
  try {
    return { id, ok: true, ...select(db, sql) }
  } catch (error) {
    const found = denied as Denied | null
    if (found) return { id, ok: false, ...found, near: [] }
    const message = error instanceof Error ? error.message : String(error)
    const missing = /no such (function|table|column): (.+)/iu.exec(message)
    const code = missing?.[1] === 'function' ? 'SQL_FUNCTION' : 'SQL_ERROR'
    return { id, ok: false, code, message: `SQLite: ${message}.`, actual: missing?.[2] ?? null, near: nearNames(message) }
  }
}

const db = open(process.argv[2] ?? '')
process.on('message', (ask: SqlAsk) => process.send?.(answer(db, ask)))
process.on('disconnect', () => process.exit(0))
process.send?.({ id: 0, ok: true, rows: [], truncated: false } satisfies SqlReply)
