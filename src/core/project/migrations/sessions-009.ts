import type { Migration } from './migration'

/** A workflow named in both languages is called in the window's, whichever it was started in (04 §11). */
export const sessions009: Migration = {
  version: 9,
  name: 'titles of jobs in both languages',
  sql: 'ALTER TABLE Job ADD COLUMN titles TEXT;',
}
