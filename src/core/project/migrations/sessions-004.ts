import type { Migration } from './migration'

/** Whether the author has looked at a change of somebody else's: new, kept or reverted (06 §7 "Inbox"). What was there before counts as seen. */
export const sessions004: Migration = {
  version: 4,
  name: 'change inbox of files',
  sql: `
ALTER TABLE Journal ADD COLUMN inbox TEXT NOT NULL DEFAULT 'kept';
ALTER TABLE Journal ADD COLUMN settledAt TEXT;
CREATE INDEX JournalNew ON Journal(seq) WHERE inbox = 'new';
CREATE INDEX JournalPath ON Journal(path, seq);
CREATE INDEX JournalMoved ON Journal(movedTo, seq) WHERE movedTo IS NOT NULL;
`,
}
