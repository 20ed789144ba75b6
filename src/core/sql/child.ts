import { constants, DatabaseSync, type StatementSync } from 'node:sqlite'
import type { SqlAsk, SqlCell, SqlReply, SqlTouched } from './types'

/**
 * Process entry: runs model-written SQL under an authorizer that lists what is allowed (07 §6 rule 3). Started with the database
 * path; asked over IPC, one statement at a time; its parent kills it at the deadline. A write is only ever tried: its transaction is
 * rolled back, and core applies what it would have left. Stands alone: only `node:` imports.
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
/** The statement last compiled would write. */
let writes = false
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

/** Columns that say which row it is. */
const keyColumns: Readonly<Record<string, readonly string[]>> = { StorySceneRef: ['sceneId', 'relation', 'target'] }
const storyTables = tables.filter((name) => name.startsWith('Story'))

/** Story tables only, never what names a row; inside our own trigger the list of touched rows. */
function mayWrite(action: number, table: string, column: string | null, inner: string | null): number {
  if (inner !== null) return inner.startsWith('wq_') && table === 'wq_touched' ? constants.SQLITE_OK : deny('SQL_DENIED', 'A trigger of the file would write.', table)
  const name = storyTables.find((one) => one.toLowerCase() === table.toLowerCase())
  if (name === undefined) return deny('SQL_READ_ONLY', readable.has(table.toLowerCase()) ? 'This table is only read by SQL; the world is written with execute_world.' : 'This table cannot be written.', table)
  const keys = ['id', 'rowid', ...(keyColumns[name] ?? [])]
  if (action === constants.SQLITE_UPDATE && (column === '' || keys.some((key) => key.toLowerCase() === column?.toLowerCase()))) return deny('SQL_KEY', 'A key of a row is never changed.', `${name}.${column ?? ''}`)
  writes = true
  return constants.SQLITE_OK
}

function authorize(action: number, first: string | null, second: string | null, _database: string | null, inner: string | null): number {
  switch (action) {
    case constants.SQLITE_SELECT: case constants.SQLITE_RECURSIVE:
      return constants.SQLITE_OK
    case constants.SQLITE_READ:
      return mayRead(first ?? '', second) ? constants.SQLITE_OK : deny('SQL_TABLE', 'This table cannot be read.', first)
    case constants.SQLITE_FUNCTION:
      return functions.has((second ?? '').toLowerCase()) ? constants.SQLITE_OK : deny('SQL_FUNCTION', 'This function is not allowed.', second)
    case constants.SQLITE_INSERT: case constants.SQLITE_UPDATE:
      return mayWrite(action, first ?? '', second, inner)
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

const int64s = new Set(['startInstant', 'endInstant'])

/** A second connection that may write, with its notes of touched rows; nothing of it is ever committed. */
function openWriter(path: string): DatabaseSync {
  const writer = new DatabaseSync(path, { allowExtension: false, enableDoubleQuotedStringLiterals: false, enableForeignKeyConstraints: true, timeout: 2_000, defensive: true, readBigInts: true, returnArrays: true, limits })
  writer.exec('PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY; PRAGMA recursive_triggers = ON; PRAGMA hard_heap_limit = 134217728; CREATE TEMP TABLE wq_touched (tableName TEXT, id INTEGER, UNIQUE (tableName, id))')
  for (const table of storyTables) {
    const [owner, id] = table === 'StorySceneRef' ? ['StoryScene', 'NEW.sceneId'] : [table, 'NEW.id']
    for (const event of ['INSERT', 'UPDATE']) writer.exec(`CREATE TEMP TRIGGER wq_${table}_${event} AFTER ${event} ON main.${table} BEGIN INSERT INTO wq_touched VALUES ('${owner}', ${id}) ON CONFLICT DO NOTHING; END`)
    writer.exec(`CREATE TEMP TRIGGER wq_${table}_gone BEFORE DELETE ON main.${table} BEGIN SELECT RAISE(ABORT, 'wq rows would go'); END`)
  }
  return writer
}

const cell = (value: unknown): SqlCell => (value instanceof Uint8Array ? null : typeof value === 'bigint' ? Number(value) : (value as SqlCell))

/** Every row the statement wrote, as it would stand. */
function touchedRows(writer: DatabaseSync): SqlTouched[] {
  const found = writer.prepare('SELECT tableName, id FROM temp.wq_touched ORDER BY rowid').all() as unknown as [string, bigint][]
  const ofTable = new Map([...new Set(found.map(([table]) => table))].map((table) => {
    const statement = writer.prepare(`SELECT ${columnsOf(writer, table).map((name) => (int64s.has(name) ? `CAST(${name} AS TEXT) AS ${name}` : name)).join(', ')} FROM main.${table} WHERE id = ?`)
    return [table, { statement, names: columnNames(statement) }]
  }))
  const ofScene = writer.prepare('SELECT relation, target, visibility, note FROM main.StorySceneRef WHERE sceneId = ? ORDER BY position')
  return found.flatMap(([table, id]) => {
    const read = ofTable.get(table)
    if (read === undefined) return []
    const { statement, names } = read
    const values = (statement.get(id) ?? []) as unknown as unknown[]
    const refs = table !== 'StoryScene' ? null : (ofScene.all(id) as unknown as [string, string, string, string | null][]).map(([relation, target, visibility, note]) => ({ relation, target, visibility, note }))
    return { table, id: Number(id), row: Object.fromEntries(names.map((name, at) => [name, cell(values[at])])), refs }
  })
}

const columnsOf = (writer: DatabaseSync, table: string): string[] => (writer.prepare(`SELECT name FROM pragma_table_info('${table}')`).all() as unknown as [string][]).map(([name]) => name)

/** One write in a transaction that is rolled back whatever comes. */
function attempt(path: string, sql: string): { rows: Record<string, unknown>[]; truncated: boolean; touched: SqlTouched[] } {
  const writer = openWriter(path)
  try {
    writer.exec('BEGIN IMMEDIATE')
    writer.setAuthorizer(authorize)
    const given = select(writer, sql)
    // The statement has run to its end, also where only some of its rows were read.
    writer.setAuthorizer(null)
    return { ...given, touched: touchedRows(writer) }
  } finally {
    writer.setAuthorizer(null)
    if (writer.isTransaction) writer.exec('ROLLBACK')
    writer.close()
  }
}

function answerTo(db: DatabaseSync, path: string, { id, sql, mode }: SqlAsk): SqlReply {
  const none = { rows: [], truncated: false, touched: [] }
  switch (mode) {
    case 'writes':
      db.prepare(sql)
      return { id, ok: true, writes, ...none }
    case 'read':
      db.prepare(sql)
      if (writes) return { id, ok: false, code: 'SQL_READ_ONLY', message: 'This statement would write.', actual: null, near: [] }
      return { id, ok: true, writes: false, ...select(db, sql), touched: [] }
    case 'try':
      return { id, ok: true, writes: true, ...attempt(path, sql) }
  }
}

function answer(db: DatabaseSync, path: string, ask: SqlAsk): SqlReply {
  denied = null
  writes = false
  try {
    return answerTo(db, path, ask)
  } catch (error) {
    const found = denied as Denied | null
    if (found) return { id: ask.id, ok: false, ...found, near: [] }
    const message = error instanceof Error ? error.message : String(error)
    if (message.includes('wq rows would go')) return { id: ask.id, ok: false, code: 'SQL_CONFLICT', message: 'Rows would be deleted by this.', actual: null, near: [] }
    const missing = /no such (function|table|column): (.+)/iu.exec(message)
    const code = missing?.[1] === 'function' ? 'SQL_FUNCTION' : 'SQL_ERROR'
    return { id: ask.id, ok: false, code, message: `SQLite: ${message}.`, actual: missing?.[2] ?? null, near: nearNames(message) }
  }
}

const path = process.argv[2] ?? ''
const db = open(path)
process.on('message', (ask: SqlAsk) => process.send?.(answer(db, path, ask)))
process.on('disconnect', () => process.exit(0))
process.send?.({ id: 0, ok: true, writes: false, rows: [], truncated: false, touched: [] } satisfies SqlReply)
