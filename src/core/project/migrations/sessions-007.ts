import type { Migration } from './migration'

/**
 * Runs of workflows and what they asked for (04 §12). `n` is the order in which it was asked, `settled` the order in which answers were
 * given to the script: with both a run goes on from its first line without doing anything twice. `schema`: what a helper reports.
 */
export const sessions007: Migration = {
  version: 7,
  name: 'workflows',
  sql: `
CREATE TABLE WorkflowRun (runId TEXT PRIMARY KEY, jobId TEXT NOT NULL UNIQUE REFERENCES Job(id) ON DELETE CASCADE, ownerId INTEGER NOT NULL, workflowKey TEXT,
  title TEXT NOT NULL, source TEXT NOT NULL, surface TEXT NOT NULL, script TEXT NOT NULL, args TEXT NOT NULL, caller TEXT NOT NULL, model TEXT,
  phases TEXT NOT NULL, startedAt TEXT NOT NULL) STRICT;
CREATE TABLE WorkflowActivity (runId TEXT NOT NULL REFERENCES WorkflowRun(runId) ON DELETE CASCADE, n INTEGER NOT NULL, branch TEXT NOT NULL, seq INTEGER NOT NULL,
  kind TEXT NOT NULL, argsHash TEXT NOT NULL, args TEXT NOT NULL, note INTEGER NOT NULL, result TEXT, failed INTEGER NOT NULL DEFAULT 0, settled INTEGER,
  sessionId INTEGER, at TEXT NOT NULL, doneAt TEXT, PRIMARY KEY (runId, n), UNIQUE (runId, branch, seq)) STRICT;
ALTER TABLE Session ADD COLUMN schema TEXT;
`,
}
