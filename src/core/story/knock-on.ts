import type Database from 'better-sqlite3'
import { all, one } from './prepared'
import { getRow, type PromiseRow } from './rows'
import { write, type Work } from './write-row'

const payoffs = `SELECT DISTINCT b.promiseId FROM StoryPromiseBeat b JOIN StoryScene s ON s.id = b.sceneId
  WHERE b.kind = 'payoff' AND s.status <> 'archived'`

/** Promises whose payoff in these scenes still counts; asked before the scenes are archived or go. */
export function paidOffIn(work: Work, sceneIds: readonly number[]): number[] {
  return all<{ promiseId: number }>(work.db, `${payoffs} AND s.id IN (SELECT value FROM json_each(?))`, JSON.stringify(sceneIds)).map((r) => r.promiseId)
}

/** Has this promise a payoff in a scene that is not archived? */
export const paidOff = (db: Database.Database, promiseId: number): boolean => one(db, `${payoffs} AND b.promiseId = ?`, promiseId) !== undefined

/** All promises with a payoff that counts. */
export const paidOffPromises = (db: Database.Database): Set<number> => new Set(all<{ promiseId: number }>(db, payoffs).map((r) => r.promiseId))

/** 02 §7 rule 4: a fulfilled promise that has just lost its last payoff is open again. `reason` names the loss. */
export function revertUnpaid(work: Work, promiseIds: readonly number[], reason: string): void {
  for (const id of promiseIds) {
    const promise = getRow<PromiseRow>(work.db, 'promise', id)
    if (!promise || promise.status !== 'fulfilled' || paidOff(work.db, id)) continue
    write(work, 'promise', promise, { ...promise, status: 'open', updatedAt: work.now })
    work.effects.push({ kind: 'promise', id: String(id), field: 'status', from: 'fulfilled', to: 'open', reason })
    work.extra.push(`Promise ${id} "${promise.title}" is open again: ${reason}.`)
  }
}
