import type { Migration } from './migration'

/**
 * The world engine's own tables (03 §4, §9), never visible to execute_sql: the world's revision, folded states keyed by time,
 * vectors of remembered texts; and when a slice was hidden, by whom.
 */
export const project002: Migration = {
  version: 2,
  name: 'world engine',
  sql: `
CREATE TABLE WorldRevision (id INTEGER PRIMARY KEY CHECK (id = 1), revision INTEGER NOT NULL) STRICT;
INSERT INTO WorldRevision (id, revision) VALUES (1, 0);
CREATE TABLE WorldSnapshot (subjectId TEXT NOT NULL, instant INTEGER NOT NULL, seq INTEGER NOT NULL, schemaHash TEXT NOT NULL, state TEXT NOT NULL,
  setBy TEXT NOT NULL, skipped TEXT NOT NULL, PRIMARY KEY (subjectId, instant, seq)) STRICT, WITHOUT ROWID;
CREATE TABLE WorldVector (textHash TEXT NOT NULL, model TEXT NOT NULL, dimensions INTEGER NOT NULL, vector BLOB NOT NULL,
  PRIMARY KEY (textHash, model, dimensions)) STRICT;
CREATE TABLE WorldHidden (sliceId INTEGER PRIMARY KEY REFERENCES WorldSlice(id), at TEXT NOT NULL, actor TEXT NOT NULL, sessionId INTEGER) STRICT;
`,
}
