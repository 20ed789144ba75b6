import type { Migration } from './migration'

/** What the curator made of a call's facts (07 §5), kept until the call is over: an approved one writes what its card showed. */
export const sessions006: Migration = {
  version: 6,
  name: 'curated memories',
  sql: `
CREATE TABLE SubjectCuration (
  sessionId INTEGER NOT NULL REFERENCES Session(id) ON DELETE CASCADE,
  callId TEXT NOT NULL,
  base TEXT NOT NULL,
  outcome TEXT NOT NULL,
  PRIMARY KEY (sessionId, callId)
) STRICT;
`,
}
