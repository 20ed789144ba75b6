import { noteEntities, type EntityBy, type EntityEntry } from '../project/entity-journal'
import { getRow, tables, type Row, type TableKey } from './rows'
import type { RowChange, Work } from './write-row'

/** What a journalled change of the story holds: every row it touched, before and after, in order; and why what followed from it did. */
export interface StoryPayload { changes: RowChange[]; effects: Work['effects']; /** Names of rows that have no title of their own, by `key id`. */ labels?: Record<string, string> }

const titleOf = (row: Row | null): string => String(row?.['title'] ?? row?.['name'] ?? '')

/** A beat is told under its promise: it has no title and no place of its own. */
function named(work: Work, { key, from, to }: RowChange): Pick<EntityEntry, 'entity' | 'entityId' | 'title'> {
  const row = to ?? from
  if (key !== 'beat') return { entity: key, entityId: String(row?.['id'] ?? ''), title: titleOf(row) }
  const promise = getRow<Row>(work.db, 'promise', Number(row?.['promiseId'])) ?? null
  return { entity: 'beat', entityId: `${String(row?.['promiseId'])}/${String(row?.['sceneId'])}`, title: titleOf(promise) }
}

/** What a beat is called: the promise and the scene it ties. */
function beatLabels(work: Work): Record<string, string> {
  const titled = (key: 'promise' | 'scene', id: unknown): string => `${key} ${String(id)} "${titleOf(getRow<Row>(work.db, key, Number(id)) ?? null)}"`
  const beats = work.changes.filter((change) => change.key === 'beat').map(({ from, to }) => to ?? from).filter((row) => row !== null)
  return Object.fromEntries(beats.map((row) => [`beat ${String(row['id'])}`, `beat of ${titled('promise', row['promiseId'])} in ${titled('scene', row['sceneId'])}`]))
}

const isEntity = (key: TableKey): boolean => key !== 'trash' && Object.hasOwn(tables, key)

/** One journal entry per commit, named after what it changed first; the rest are its knock-ons (02 §7 rule 5). Inside the transaction. */
export function journalStory(work: Work, by: EntityBy): void {
  const main = work.changes.find((change) => isEntity(change.key))
  if (main === undefined || by.actor === 'author') return
  const kind = main.from === null ? 'create' : main.to === null ? 'delete' : 'modify'
  noteEntities(work.db, work.now, by, [{ area: 'story', kind, ...named(work, main), payload: { changes: work.changes, effects: work.effects, labels: beatLabels(work) } satisfies StoryPayload }])
}
