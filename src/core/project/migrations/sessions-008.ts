import type { Migration } from './migration'

/** Open calls are found by their session's entries (04 §10); nobody asked this index, and each call wrote it twice. */
export const sessions008: Migration = {
  version: 8,
  name: 'calls without an index of the open ones',
  sql: 'DROP INDEX CallOpen;',
}
