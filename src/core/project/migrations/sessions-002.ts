import type { Migration } from './migration'

/** Proposals of a dry run, and the folders outside that a session may write (06 §1.1, §4). `text` is the hash of a blob. */
export const sessions002: Migration = {
  version: 2,
  name: 'proposals, write roots',
  sql: `
CREATE TABLE Proposal (id TEXT PRIMARY KEY, at TEXT NOT NULL, sessionId INTEGER NOT NULL, callId TEXT NOT NULL, tool TEXT NOT NULL, path TEXT NOT NULL,
  base TEXT, after TEXT NOT NULL, text TEXT NOT NULL, diff TEXT NOT NULL, added INTEGER NOT NULL, removed INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'new', settledAt TEXT) STRICT;
CREATE INDEX ProposalState ON Proposal(state);
CREATE TABLE WriteRoot (sessionId INTEGER NOT NULL, path TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (sessionId, path)) STRICT;
`,
}
