import type Database from 'better-sqlite3'
import type { PromiseView } from '@shared/story-ledgers'
import type { StoryContext } from './context'
import { promiseOf } from './entities'
import { pageOf } from './list-page'
import { all } from './prepared'
import { beatsByPromise, beatsOf, beatView, derivedOf, writtenUpTo, type PlacedBeat } from './promise-facts'
import { notFound } from './problems'
import { getRow, selectOf, type PromiseRow } from './rows'
import type { ListFilter, ListPage } from './list-types'

function fullView(db: Database.Database, row: PromiseRow, beats: readonly PlacedBeat[], written: number): PromiseView {
  const { createdAt, updatedAt, ...fields } = promiseOf(row)
  return { ...fields, ...derivedOf(db, row, beats, written), beats: beats.map(beatView), createdAt, updatedAt }
}

/** A promise as its saves return it: with derived fields and beats. */
export const promiseView = (db: Database.Database, row: PromiseRow): PromiseView => fullView(db, row, beatsOf(db, row.id), writtenUpTo(db))

/** get_story_promise, single (02 §10). */
export function readPromise({ db }: StoryContext, id: string): PromiseView {
  return promiseView(db, getRow<PromiseRow>(db, 'promise', id) ?? notFound('promise', id, '/promiseId'))
}

/** open, fulfilled, abandoned; then importance from high to low, id (02 §6). */
const inOrder = `${selectOf('promise')} ORDER BY CASE status WHEN 'open' THEN 0 WHEN 'fulfilled' THEN 1 ELSE 2 END, CASE importance WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END, id`

/** All promises with derived fields and beats in list order, filtered by status importance stage due. */
export function promiseViews({ db }: StoryContext, filter: ListFilter): PromiseView[] {
  const beats = beatsByPromise(db)
  const written = writtenUpTo(db)
  const wanted = (key: string, value: unknown): boolean => filter[key] === undefined || filter[key] === value
  return all<PromiseRow>(db, inOrder).filter((row) => wanted('status', row.status) && wanted('importance', row.importance))
    .map((row) => fullView(db, row, beats.get(row.id) ?? [], written))
    .filter((view) => wanted('stage', view.derivedStage) && wanted('due', view.due))
}

/** get_story_promise, list: all fields with the derived ones, beats as counts only. */
export const listPromises = (context: StoryContext, filter: ListFilter): ListPage => pageOf(promiseViews(context, filter), filter, ({ beats: _beats, ...view }) => view)
