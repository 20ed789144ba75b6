import type { Migration } from './migration'

/**
 * Linked agents and jobs (04 §4, §10, §11). `JobDelivery` holds what was told of a job, once per kind; `Invocation` a call that
 * waits for another session; `source` of a queued message says who sent it when it was not the author.
 */
export const sessions003: Migration = {
  version: 3,
  name: 'linked agents, jobs',
  sql: `
CREATE TABLE Job (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, title TEXT NOT NULL, ownerId INTEGER NOT NULL,
  rootId INTEGER NOT NULL, sessionId INTEGER, callId TEXT, status TEXT NOT NULL DEFAULT 'running', stage TEXT, asks TEXT NOT NULL DEFAULT '[]',
  stopping INTEGER NOT NULL DEFAULT 0, deliveryStatus TEXT NOT NULL DEFAULT 'not_required', deliver INTEGER NOT NULL DEFAULT 1, result TEXT NOT NULL DEFAULT '',
  data TEXT, error TEXT, startedAt TEXT NOT NULL, finishedAt TEXT) STRICT;
CREATE INDEX JobOwner ON Job(ownerId, seq);
CREATE INDEX JobOpen ON Job(status) WHERE status IN ('running', 'waiting');
CREATE TABLE JobDelivery (jobId TEXT NOT NULL, kind TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (jobId, kind)) STRICT;
CREATE TABLE Invocation (sessionId INTEGER NOT NULL, callId TEXT NOT NULL, childId INTEGER NOT NULL, jobId TEXT, runId TEXT, queueId TEXT, tool TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'open', outcome TEXT, startedAt TEXT NOT NULL, endedAt TEXT, PRIMARY KEY (sessionId, callId)) STRICT;
CREATE INDEX InvocationOpen ON Invocation(childId) WHERE state = 'open';
CREATE INDEX SessionParent ON Session(parentId);
ALTER TABLE QueueItem ADD COLUMN origin TEXT NOT NULL DEFAULT 'user';
ALTER TABLE QueueItem ADD COLUMN source TEXT;
ALTER TABLE Session ADD COLUMN detached INTEGER NOT NULL DEFAULT 0;
ALTER TABLE Session ADD COLUMN frozen TEXT;
ALTER TABLE Session ADD COLUMN payload TEXT;
`,
}
