import type { Migration } from './migration'

/**
 * Vectors of what subjects went through and hold to be so (07 §5): made anew from the subject's own files when they are lost, never
 * visible to execute_sql. `dirty`: the file was written since its vectors were made.
 */
export const project004: Migration = {
  version: 4,
  name: 'subject memory index',
  sql: `
CREATE TABLE SubjectPartition (subjectId TEXT NOT NULL, source TEXT NOT NULL CHECK (source IN ('events', 'memory')), sourceHash TEXT NOT NULL,
  model TEXT NOT NULL, dimensions INTEGER NOT NULL, dirty INTEGER NOT NULL, PRIMARY KEY (subjectId, source)) STRICT;
CREATE TABLE SubjectVector (subjectId TEXT NOT NULL, source TEXT NOT NULL, textHash TEXT NOT NULL, vector BLOB NOT NULL,
  PRIMARY KEY (subjectId, source, textHash)) STRICT;
`,
}
