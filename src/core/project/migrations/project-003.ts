import type { Migration } from './migration'

/**
 * The journal of story and world, in their own database so that a change and its before and after are one commit (06 §7); never
 * visible to execute_sql. `payload` is JSON of the rows before and after.
 */
export const project003: Migration = {
  version: 3,
  name: 'journal of story and world',
  sql: `
CREATE TABLE EntityJournal (seq INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, sessionId INTEGER, callId TEXT, actor TEXT NOT NULL, area TEXT NOT NULL,
  kind TEXT NOT NULL, entity TEXT NOT NULL, entityId TEXT NOT NULL, title TEXT NOT NULL, payload TEXT NOT NULL, inbox TEXT NOT NULL, settledAt TEXT) STRICT;
CREATE INDEX EntityJournalNew ON EntityJournal(seq) WHERE inbox = 'new';
CREATE INDEX EntityJournalEntity ON EntityJournal(area, entity, entityId, seq);
`,
}
