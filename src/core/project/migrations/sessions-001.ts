import type { Migration } from './migration'

/** Sessions, calls, approvals, journal, history; no tool can see it (01 "Data on disk"). JSON columns are text. */
export const sessions001: Migration = {
  version: 1,
  name: 'sessions, calls, approvals, journal',
  sql: `
CREATE TABLE Session (id INTEGER PRIMARY KEY AUTOINCREMENT, profileKey TEXT NOT NULL, profileHash TEXT NOT NULL, initial TEXT NOT NULL DEFAULT '{}',
  parentId INTEGER, rootId INTEGER NOT NULL, depth INTEGER NOT NULL DEFAULT 0, kind TEXT NOT NULL, role TEXT NOT NULL, title TEXT NOT NULL,
  titleSource TEXT NOT NULL DEFAULT 'placeholder', summary TEXT NOT NULL DEFAULT '', tags TEXT NOT NULL DEFAULT '[]', workMode TEXT NOT NULL DEFAULT 'normal',
  permissionMode TEXT NOT NULL DEFAULT 'default', writeMode TEXT NOT NULL DEFAULT 'dry_run', model TEXT, status TEXT NOT NULL DEFAULT 'idle',
  activeLeafId TEXT, epoch INTEGER NOT NULL DEFAULT 0, runId TEXT, pause TEXT, unread INTEGER NOT NULL DEFAULT 0, recoveries TEXT NOT NULL DEFAULT '[]',
  focus TEXT NOT NULL DEFAULT '{}', createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL) STRICT;
CREATE TABLE Entry (id TEXT PRIMARY KEY, sessionId INTEGER NOT NULL REFERENCES Session(id), parentId TEXT, seq INTEGER NOT NULL, type TEXT NOT NULL,
  at TEXT NOT NULL, runId TEXT, origin TEXT NOT NULL, payload TEXT NOT NULL, UNIQUE (sessionId, seq)) STRICT;
CREATE INDEX EntryParent ON Entry(sessionId, parentId);
CREATE TABLE QueueItem (id TEXT PRIMARY KEY, sessionId INTEGER NOT NULL REFERENCES Session(id), kind TEXT NOT NULL, text TEXT NOT NULL, at TEXT NOT NULL,
  position INTEGER NOT NULL) STRICT;
CREATE TABLE Call (seq INTEGER PRIMARY KEY AUTOINCREMENT, sessionId INTEGER NOT NULL, callId TEXT NOT NULL, runId TEXT, entryId TEXT, tool TEXT NOT NULL,
  args TEXT NOT NULL, argsHash TEXT NOT NULL, verdict TEXT, code TEXT, state TEXT NOT NULL, result TEXT, stages TEXT NOT NULL DEFAULT '{}',
  requestedAt TEXT NOT NULL, startedAt TEXT, finishedAt TEXT, UNIQUE (sessionId, callId)) STRICT;
CREATE INDEX CallOpen ON Call(state) WHERE state <> 'finished';
CREATE TABLE Approval (id TEXT PRIMARY KEY, sessionId INTEGER NOT NULL, surfaceSessionId INTEGER NOT NULL, runId TEXT, callId TEXT NOT NULL, tool TEXT NOT NULL,
  defHash TEXT NOT NULL, args TEXT NOT NULL, argsHash TEXT NOT NULL, reasons TEXT NOT NULL, effects TEXT NOT NULL, effectsHash TEXT NOT NULL,
  status TEXT NOT NULL, replaces TEXT, note TEXT, at TEXT NOT NULL, askedBy TEXT NOT NULL, caller TEXT NOT NULL) STRICT;
CREATE INDEX ApprovalPending ON Approval(status);
CREATE INDEX ApprovalCall ON Approval(sessionId, callId);
CREATE TABLE Journal (seq INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, sessionId INTEGER, callId TEXT, actor TEXT NOT NULL, path TEXT NOT NULL,
  kind TEXT NOT NULL, movedTo TEXT, before TEXT, after TEXT, sizeBefore INTEGER, sizeAfter INTEGER, state TEXT NOT NULL DEFAULT 'done', groupId TEXT NOT NULL) STRICT;
CREATE INDEX JournalCall ON Journal(sessionId, callId);
CREATE INDEX JournalIntent ON Journal(state) WHERE state = 'intent';
CREATE TABLE Version (id TEXT PRIMARY KEY, path TEXT NOT NULL, at TEXT NOT NULL, reason TEXT NOT NULL, name TEXT, words INTEGER NOT NULL, hash TEXT NOT NULL,
  actor TEXT NOT NULL) STRICT;
CREATE INDEX VersionPath ON Version(path, at);
CREATE TABLE ReadRegistry (sessionId INTEGER NOT NULL, path TEXT NOT NULL, hash TEXT NOT NULL, ranges TEXT NOT NULL, PRIMARY KEY (sessionId, path)) STRICT;
CREATE TABLE ModelUsage (id TEXT PRIMARY KEY, sessionId INTEGER NOT NULL, runId TEXT, at TEXT NOT NULL, model TEXT NOT NULL, input INTEGER NOT NULL,
  cachedInput INTEGER NOT NULL, cacheWrite INTEGER NOT NULL, output INTEGER NOT NULL, reasoning INTEGER NOT NULL, ms INTEGER NOT NULL, retries INTEGER NOT NULL,
  cost REAL, currency TEXT) STRICT;
CREATE INDEX ModelUsageSession ON ModelUsage(sessionId);
CREATE TABLE Import (id TEXT PRIMARY KEY, sourceHash TEXT NOT NULL, file TEXT NOT NULL, plan TEXT NOT NULL, state TEXT NOT NULL, made INTEGER NOT NULL DEFAULT 0,
  total INTEGER NOT NULL DEFAULT 0, at TEXT NOT NULL) STRICT;
CREATE TABLE ImportKey (key TEXT PRIMARY KEY, importId TEXT NOT NULL, chapterId TEXT, path TEXT) STRICT;
`,
}
