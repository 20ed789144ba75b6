/** Statements from a grammar of what a model, or a page that speaks through it, might send: plain reads and writes, everything forbidden, and broken text. */
export interface StatementGrammar { next(): string }

const story = ['Story', 'StoryAct', 'StoryChapter', 'StoryPhase', 'StoryThread', 'StoryScene', 'StorySceneRef', 'StoryPromise', 'StoryPromiseBeat', 'StoryDecision']
const world = ['WorldSubject', 'WorldSlice', 'WorldPatch']
const forbidden = ['StoryTrash', 'StoryUndo', 'AppliedCall', 'PlanFile', 'EntityJournal', 'WorldSnapshot', 'WorldVector', 'SubjectVector', 'sqlite_sequence', 'sqlite_stat1', 'sqlite_temp_schema', 'dbstat', 'sqlite_dbpage', 'fts5vocab', 'main.StoryTrash', 'temp.x', "pragma_table_info('Story')", 'pragma_database_list', "pragma_journal_mode('OFF')", "pragma_writable_schema(1)", "json_each('[1]')", "json_tree('{}')", 'generate_series(1, 9)', 'Nowhere', '"Story;Trash"']
/** `id` is everywhere: most statements should get as far as running. */
const columns = [...Array.from({ length: 24 }, () => 'id'), '1', 'count(*)', 'name', 'title', 'note', 'tags', 'threadId', 'sortOrder', 'payload', 'value', 'rowid', '_rowid_', 'oid', 'key', 'createdAt', 'nope', '"title"', '[name]', '`note`', '*', "'name'"]
const calm = ['count(*)', 'sum(1)', 'upper(name)', "json_extract(tags, '$[0]')", "date('2026-01-01')", 'abs(-1)', 'length(note)', "printf('%d', 1)", 'row_number() OVER (ORDER BY id)', "group_concat(title, '；')", "hex(x'00ff')", 'coalesce(note, 1)', "'雪夜'", '1', 'NULL', '1e308 * 10', '-9223372036854775808', "x'00'", 'random()', 'total_changes()']
const evil = ["load_extension('x')", "readfile('/etc/passwd')", "writefile('made', 'x')", "edit('x')", "fts3_tokenizer('x')", 'zeroblob(1000000000)', 'randomblob(100000000)', 'sqlite_version()', 'sqlite_compileoption_used(1)', 'changes()', 'last_insert_rowid()', "printf('%.*c', 1000000000, 'x')", "replace(hex(zeroblob(9999)), '0', 'xxxxxxxx')", "json('{')", "(SELECT payload FROM StoryTrash)", "sqlite_log(1, 'x')", "unknown_function(1)", "'x' LIKE '%a%a%a%a%a%a%a%a'", "'x' REGEXP '(a+)+$'", "'x' MATCH 'y'", "RAISE(ABORT, 'x')"]
const openers = ['SELECT', 'select', 'SeLeCt', '/**/SELECT', '-- x\nSELECT', 'WITH', 'INSERT INTO', 'UPDATE', 'INSERT OR REPLACE INTO', 'INSERT OR IGNORE INTO', 'UPDATE OR FAIL', 'REPLACE INTO', 'DELETE FROM', 'DROP TABLE', 'ALTER TABLE', 'CREATE TABLE', 'CREATE TRIGGER', 'CREATE TEMP TABLE', 'ATTACH', 'DETACH', 'PRAGMA', 'VACUUM', 'VACUUM INTO', 'REINDEX', 'ANALYZE', 'BEGIN', 'COMMIT', 'ROLLBACK', 'SAVEPOINT', 'RELEASE', 'EXPLAIN', 'EXPLAIN QUERY PLAN', 'VALUES', 'END', 'ＳＥＬＥＣＴ', '(SELECT', '']
const whole = ["ATTACH ':memory:' AS x", "ATTACH 'made.db' AS x", "VACUUM INTO 'made.db'", 'PRAGMA journal_mode=OFF', 'PRAGMA writable_schema=1', 'PRAGMA user_version=999', 'PRAGMA wal_checkpoint(TRUNCATE)', "PRAGMA temp_store_directory='.'", 'DROP TABLE StoryScene', 'DELETE FROM StoryScene RETURNING *', 'BEGIN IMMEDIATE', 'SAVEPOINT x', "INSERT INTO sqlite_schema VALUES ('table','x','x',2,'')", 'UPDATE sqlite_schema SET sql = NULL', "CREATE TRIGGER t AFTER UPDATE ON StoryThread BEGIN DELETE FROM StoryScene; END"]
const endless = ['WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n', 'SELECT count(*) FROM StoryScene a, StoryScene b, StoryScene c, StoryScene d', "WITH RECURSIVE n(s) AS (SELECT 'x' UNION ALL SELECT s || s FROM n) SELECT length(s) FROM n", 'UPDATE StoryThread SET note = (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n)']
const noise = ["'", '"', '`', '[', ']', '/*', '*/', '--', '\0', ';', ';;', '; DROP TABLE Story', '(', ')', ',', '\u00a0', '\u202e', '\ufeff', '?', '?1', ':a', '@b', '$c', '\\', '雪', '\ud800', '.', '..', '||', '<<', '::', '#', 'CASE', 'END']

/** The same seed gives the same statements. One in `endlessEvery` would never end by itself. */
export function createStatementGrammar(seed: number, endlessEvery: number): StatementGrammar {
  let state = seed >>> 0
  const random = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const chance = (share: number): boolean => random() < share
  const table = (): string => (chance(0.6) ? pick(story) : chance(0.5) ? pick(world) : pick(forbidden))
  const term = (deep: number): string => {
    if (deep > 0 && chance(0.12)) return `(${select(deep - 1)})`
    if (deep > 0 && chance(0.12)) return `(${term(deep - 1)} ${pick(['+', '||', '=', '<>', 'AND', 'IS', 'IN', 'LIKE', 'GLOB', '->>', '%'])} ${term(deep - 1)})`
    return chance(0.4) ? pick(columns) : chance(0.93) ? pick(calm) : pick(evil)
  }
  const terms = (deep: number): string => Array.from({ length: 1 + Math.floor(random() * 3) }, () => term(deep)).join(', ')
  const select = (deep: number): string => `SELECT ${chance(0.1) ? 'DISTINCT ' : ''}${terms(deep)} FROM ${table()}${chance(0.2) ? ` JOIN ${table()} USING (id)` : ''}${chance(0.4) ? ` WHERE ${term(deep)}` : ''}${chance(0.1) ? ` GROUP BY ${term(0)}` : ''}${chance(0.2) ? ` ORDER BY ${term(0)}` : ''}${chance(0.3) ? ` LIMIT ${pick(['1', '5', '-1', '9e9', 'x'])}` : ''}${deep > 0 && chance(0.1) ? ` ${pick(['UNION', 'UNION ALL', 'INTERSECT', 'EXCEPT'])} ${select(deep - 1)}` : ''}`
  const write = (): string => (chance(0.5)
    ? `UPDATE ${chance(0.1) ? pick(['OR IGNORE ', 'OR REPLACE ', 'OR ABORT ']) : ''}${table()} SET ${pick(columns)} = ${term(1)}${chance(0.7) ? ` WHERE ${term(1)}` : ''}${chance(0.1) ? ' RETURNING *' : ''}`
    : `INSERT INTO ${table()} (${pick(columns)}, ${pick(columns)}) ${chance(0.6) ? `VALUES (${term(1)}, ${term(1)})` : select(1)}${chance(0.1) ? ' ON CONFLICT DO UPDATE SET note = 1' : ''}`)
  const plain = (): string => {
    const of = random()
    if (of < 0.5) return select(2)
    if (of < 0.7) return write()
    if (of < 0.8) return `WITH t AS (${select(1)}) ${chance(0.6) ? 'SELECT * FROM t' : write()}`
    return of < 0.9 ? `${pick(openers)} ${table()} ${terms(1)}` : pick(whole)
  }
  const broken = (text: string): string => {
    const at = Math.floor(random() * (text.length + 1))
    const how = random()
    if (how < 0.5) return text.slice(0, at) + pick(noise) + text.slice(at)
    if (how < 0.75) return text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * 6))
    return `${text.slice(0, at)}${pick(['', ' ', ';', '\n'])}${plain()}`
  }
  return {
    next: () => {
      if (chance(1 / endlessEvery)) return pick(endless)
      const text = plain()
      return chance(0.35) ? broken(text) : text
    },
  }
}
