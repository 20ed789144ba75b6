import { z } from 'zod'
import { fail } from '@shared/fault'
import { beatProblems } from './actions'
import { ensureStory, type StoryContext } from './context'
import { revertUnpaid } from './knock-on'
import { beatFields } from './ledger-fields'
import { one } from './prepared'
import { notFound, problemsOf, refuse } from './problems'
import { promiseView } from './promise-reads'
import { getRow, selectOf, type BeatRow, type PromiseRow, type SceneRow } from './rows'
import type { Done, StorySave } from './types'
import { remove, write, type Work } from './write-row'

const Fields = z.strictObject(beatFields)
type Fields = z.output<typeof Fields>
interface Place { promise: PromiseRow; scene: SceneRow; beat: BeatRow | null }

function checked(save: StorySave): Fields {
  refuse(beatProblems(save.action, save.fields), `${save.action} beat`)
  const parsed = Fields.safeParse(save.fields)
  if (!parsed.success) refuse(problemsOf(parsed.error.issues, save.fields), `${save.action} beat`)
  return parsed.data as Fields
}

function placeOf(work: Work, { promiseId = '', sceneId = '' }: Fields): Place {
  const promise = getRow<PromiseRow>(work.db, 'promise', promiseId) ?? notFound('promise', promiseId, '/promiseId')
  const scene = getRow<SceneRow>(work.db, 'scene', sceneId) ?? notFound('scene', sceneId, '/sceneId')
  return { promise, scene, beat: one<BeatRow>(work.db, `${selectOf('beat')} WHERE promiseId = ? AND sceneId = ?`, promise.id, scene.id) ?? null }
}

const lossAt = (scene: SceneRow, what: string): string => `its last payoff, in scene ${scene.id}, ${what}`
const counts = ({ scene, beat }: Place): boolean => beat?.kind === 'payoff' && scene.status !== 'archived'

/** Rule 3 of 02 §7: a payoff in a scene that counts fulfils an open promise, unless told not to. */
function autoFulfill(work: Work, { promise, scene }: Place, fields: Fields): void {
  if (fields.kind !== 'payoff' || fields.autoFulfill === false || promise.status !== 'open' || scene.status === 'archived') return
  write(work, 'promise', promise, { ...promise, status: 'fulfilled', updatedAt: work.now })
  work.effects.push({ kind: 'promise', id: String(promise.id), field: 'status', from: 'open', to: 'fulfilled', reason: `its payoff is set in scene ${scene.id}` })
  work.extra.push(`Promise ${promise.id} is fulfilled: its payoff is set in scene ${scene.id}.`)
}

/** Sets the one beat of a promise in a scene: an omitted note stays (02 §12). Returns the beat as it was asked for. */
function set(work: Work, place: Place, fields: Fields): BeatRow {
  const { promise, scene, beat } = place
  const next = { kind: fields.kind ?? '', note: fields.note === undefined ? (beat?.note ?? null) : fields.note }
  const same = beat !== null && beat.kind === next.kind && beat.note === next.note
  const fresh = { promiseId: promise.id, sceneId: scene.id, createdAt: work.now } as BeatRow
  const written = same ? beat : write<BeatRow>(work, 'beat', beat, { ...(beat ?? fresh), ...next, updatedAt: work.now })
  if (!same) work.extra.push(`Beat ${next.kind} in scene ${scene.id} "${scene.title}" set.`)
  if (counts(place) && next.kind !== 'payoff') revertUnpaid(work, [promise.id], lossAt(scene, `became ${next.kind}`))
  autoFulfill(work, place, fields)
  return written
}

function removeBeat(work: Work, place: Place): null {
  const { promise, scene, beat } = place
  if (!beat) fail('BEAT_NOT_FOUND', `Promise ${promise.id} "${promise.title}" has no beat in scene ${scene.id} "${scene.title}".`, { pointer: '/sceneId', actual: String(scene.id), fix: 'Call get_story_promise to see its beats.' })
  remove(work, 'beat', beat)
  work.extra.push(`Beat ${beat.kind} in scene ${scene.id} "${scene.title}" removed.`)
  if (counts(place)) revertUnpaid(work, [promise.id], lossAt(scene, 'was removed'))
  return null
}

const plain = (beat: BeatRow | null): Record<string, unknown> | null => beat && { kind: beat.kind, note: beat.note }

/** A beat of 02 §12: set (an upsert) or remove, with its knock-ons on the promise. Inside one transaction. Faults: ARGS_INVALID ENTITY_NOT_FOUND BEAT_NOT_FOUND. */
export function runBeat(context: StoryContext, work: Work, save: StorySave): Done {
  const fields = checked(save)
  const place = placeOf(work, fields)
  const { promise, scene, beat } = place
  ensureStory(context, work.now)
  const after = save.action === 'set' ? set(work, place, fields) : removeBeat(work, place)
  const entity = promiseView(work.db, getRow<PromiseRow>(work.db, 'promise', promise.id) ?? promise)
  const focused = save.fromFocus?.includes('sceneId') === true ? ' (from focus)' : ''
  return {
    before: plain(beat), after: plain(after), asked: ['kind', 'note'], label: `beat of promise ${promise.id} "${promise.title}" in scene ${scene.id} "${scene.title}"${focused}`,
    saved: { kind: 'promise', id: String(promise.id), entity: { ...entity }, done: work.changes.length === 0 ? 'unchanged' : 'updated', effects: work.effects, undoId: null, extra: work.extra },
  }
}
