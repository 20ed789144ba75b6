import type { Migration } from './migration'

/** Messages that a session asked to be sent to itself later (08 §3 Schedule). */
export const sessions005: Migration = {
  version: 5,
  name: 'schedules',
  sql: `
CREATE TABLE Schedule (
  sessionId INTEGER NOT NULL REFERENCES Session(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  message TEXT NOT NULL,
  every TEXT,
  nextAt TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  PRIMARY KEY (sessionId, name)
) STRICT;
CREATE INDEX ScheduleNext ON Schedule(nextAt);
`,
}
