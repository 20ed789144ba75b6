import type { Scene } from '@shared/story'
import type { StoryContext } from './context'
import { all } from './prepared'
import { effectiveRefs } from './scene-refs'
import { anchorView, withTimes } from './world-anchor'

interface BeatRow { promiseId: number; promiseName: string; promiseTitle: string; kind: string; note: string | null }

/** A scene as tools read it: with resolved refs, anchor subjects and promise beats (02 §5). `strict`: a broken calendar is a fault, CALENDAR_INVALID. */
export function sceneDetail(context: StoryContext, stored: Scene, strict = false): Record<string, unknown> {
  const scene = withTimes(stored, context.world.times, strict)
  const { createdAt, updatedAt, ...fields } = scene
  const beats = all<BeatRow>(context.db, `SELECT b.promiseId, p.name AS promiseName, p.title AS promiseTitle, b.kind, b.note
    FROM StoryPromiseBeat b JOIN StoryPromise p ON p.id = b.promiseId WHERE b.sceneId = ? ORDER BY b.promiseId`, scene.id)
  return {
    ...fields, worldAnchor: { ...scene.worldAnchor, ...anchorView(context.db, scene.worldAnchor) }, effectiveRefs: effectiveRefs(context.db, scene.refs, context.exists),
    promiseBeats: beats.map((beat) => ({ ...beat, promiseId: String(beat.promiseId) })), createdAt, updatedAt,
  }
}
