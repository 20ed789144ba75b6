import type { Migration } from './migration'

/** No call's row is ever deleted, so that its number needs no keeper of its own: each call wrote that keeper's page, too. */
export const sessions010: Migration = {
  version: 10,
  name: 'calls numbered by their rows',
  sql: `
CREATE TABLE CallRow (seq INTEGER PRIMARY KEY, sessionId INTEGER NOT NULL, callId TEXT NOT NULL, runId TEXT, entryId TEXT, tool TEXT NOT NULL,
  args TEXT NOT NULL, argsHash TEXT NOT NULL, verdict TEXT, code TEXT, state TEXT NOT NULL, result TEXT, stages TEXT NOT NULL DEFAULT '{}',
  requestedAt TEXT NOT NULL, startedAt TEXT, finishedAt TEXT, UNIQUE (sessionId, callId)) STRICT;
INSERT INTO CallRow SELECT seq, sessionId, callId, runId, entryId, tool, args, argsHash, verdict, code, state, result, stages, requestedAt, startedAt, finishedAt FROM Call ORDER BY seq;
DROP TABLE Call;
ALTER TABLE CallRow RENAME TO Call;
`,
}
