import type { Migration } from './migration'

const stamps = 'createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL'
const group = (table: string) => `CREATE TABLE ${table} (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, title TEXT NOT NULL,
  summary TEXT NOT NULL DEFAULT '', note TEXT, sortOrder INTEGER NOT NULL, ${stamps}) STRICT;`

/** Story and world tables of 02 §5 and 03 §1 under the names of 07 §6; ids are never reused (AUTOINCREMENT). */
export const project001: Migration = {
  version: 1,
  name: 'story and world',
  sql: `
CREATE TABLE Story (id INTEGER PRIMARY KEY CHECK (id = 1), title TEXT NOT NULL, summary TEXT NOT NULL DEFAULT '', note TEXT, ${stamps}) STRICT;
${group('StoryAct')}
${group('StoryPhase')}
CREATE TABLE StoryChapter (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, title TEXT NOT NULL, actId INTEGER REFERENCES StoryAct(id),
  note TEXT, sortOrder INTEGER NOT NULL, goal TEXT, pov TEXT, tone TEXT, pacing TEXT, opening TEXT, ending TEXT, doNotWrite TEXT, readerKnows TEXT,
  protagonistKnows TEXT, mustHide TEXT, hintOnly TEXT, ${stamps}) STRICT;
CREATE INDEX StoryChapterOrder ON StoryChapter(sortOrder);
CREATE TABLE StoryThread (id INTEGER PRIMARY KEY AUTOINCREMENT, storyPhaseId INTEGER REFERENCES StoryPhase(id), name TEXT NOT NULL UNIQUE, title TEXT NOT NULL,
  isMainThread INTEGER NOT NULL DEFAULT 0, status TEXT NOT NULL DEFAULT 'draft', miceType TEXT, summary TEXT NOT NULL DEFAULT '', tags TEXT NOT NULL DEFAULT '[]',
  writingTip TEXT, note TEXT, sortOrder INTEGER NOT NULL, ${stamps}) STRICT;
CREATE TABLE StoryScene (id INTEGER PRIMARY KEY AUTOINCREMENT, threadId INTEGER NOT NULL REFERENCES StoryThread(id), chapterId INTEGER REFERENCES StoryChapter(id),
  title TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'draft', outcomeType TEXT, pacingRole TEXT, summary TEXT NOT NULL DEFAULT '', purpose TEXT, writingTip TEXT,
  note TEXT, startTime TEXT, endTime TEXT, startInstant INTEGER, endInstant INTEGER, subjectIds TEXT NOT NULL DEFAULT '[]', locationSubjectId TEXT,
  threadSortOrder INTEGER NOT NULL, chapterSortOrder INTEGER, ${stamps}, CHECK ((chapterId IS NULL) = (chapterSortOrder IS NULL))) STRICT;
CREATE INDEX StorySceneThread ON StoryScene(threadId, threadSortOrder);
CREATE INDEX StorySceneChapter ON StoryScene(chapterId, chapterSortOrder);
CREATE TABLE StorySceneRef (sceneId INTEGER NOT NULL REFERENCES StoryScene(id), position INTEGER NOT NULL, relation TEXT NOT NULL, target TEXT NOT NULL,
  visibility TEXT NOT NULL, note TEXT, PRIMARY KEY (sceneId, relation, target)) STRICT;
CREATE TABLE StoryPromise (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, title TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'open',
  importance TEXT NOT NULL DEFAULT 'medium', summary TEXT NOT NULL DEFAULT '', payoffExpectation TEXT, cadenceChapters INTEGER, deadlineChapterId INTEGER,
  tags TEXT NOT NULL DEFAULT '[]', ${stamps}) STRICT;
CREATE TABLE StoryPromiseBeat (id INTEGER PRIMARY KEY AUTOINCREMENT, promiseId INTEGER NOT NULL REFERENCES StoryPromise(id), sceneId INTEGER NOT NULL
  REFERENCES StoryScene(id), kind TEXT NOT NULL, note TEXT, ${stamps}, UNIQUE (promiseId, sceneId)) STRICT;
CREATE INDEX StoryPromiseBeatScene ON StoryPromiseBeat(sceneId);
CREATE TABLE StoryDecision (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, title TEXT NOT NULL, question TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'open', options TEXT NOT NULL DEFAULT '[]', deadlineChapterId INTEGER, decision TEXT, motivation TEXT, risk TEXT,
  rejectedAlternatives TEXT NOT NULL DEFAULT '[]', serves TEXT NOT NULL DEFAULT '[]', dependsOn TEXT NOT NULL DEFAULT '[]', supersededById INTEGER,
  anchorKind TEXT NOT NULL DEFAULT 'story', anchorId INTEGER, anchorPath TEXT, note TEXT, ${stamps}) STRICT;
CREATE TABLE WorldSubject (id TEXT PRIMARY KEY, type TEXT NOT NULL, name TEXT NOT NULL, createdAt TEXT NOT NULL) STRICT;
CREATE TABLE WorldSlice (id INTEGER PRIMARY KEY AUTOINCREMENT, instant INTEGER NOT NULL, title TEXT NOT NULL, summary TEXT NOT NULL DEFAULT '',
  kind TEXT NOT NULL DEFAULT 'event', hidden INTEGER NOT NULL DEFAULT 0, createdAt TEXT NOT NULL) STRICT;
CREATE UNIQUE INDEX WorldSliceInstant ON WorldSlice(instant) WHERE hidden = 0;
CREATE TABLE WorldPatch (id INTEGER PRIMARY KEY AUTOINCREMENT, sliceId INTEGER NOT NULL REFERENCES WorldSlice(id), subjectId TEXT NOT NULL,
  instant INTEGER NOT NULL, seq INTEGER NOT NULL, path TEXT NOT NULL, op TEXT NOT NULL, value TEXT, summary TEXT NOT NULL DEFAULT '') STRICT;
CREATE INDEX WorldPatchSubject ON WorldPatch(subjectId, instant, seq);
CREATE INDEX WorldPatchSlice ON WorldPatch(sliceId, seq);
-- Bookkeeping, never visible to execute_sql.
CREATE TABLE StoryTrash (id TEXT PRIMARY KEY, kind TEXT NOT NULL, entityId INTEGER NOT NULL, name TEXT NOT NULL, payload TEXT NOT NULL, at TEXT NOT NULL,
  actor TEXT NOT NULL, sessionId INTEGER, words INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE StoryUndo (id TEXT PRIMARY KEY, at TEXT NOT NULL, label TEXT NOT NULL, payload TEXT NOT NULL) STRICT;
CREATE TABLE AppliedCall (sessionId INTEGER NOT NULL, callId TEXT NOT NULL, payload TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (sessionId, callId)) STRICT;
CREATE TABLE PlanFile (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`,
}
