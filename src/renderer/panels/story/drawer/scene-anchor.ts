import type { Scene } from '@shared/story'
import { call } from '../../../bridge/call'
import { projectId } from '../../../stores/app'
import { attempt } from '../../../stores/notices'
import { save } from '../story-changes'

let earlier: Promise<unknown> = Promise.resolve()
/** The anchor is replaced whole, so each choice waits for the one before and is made in what the story holds then. */
export function saveAnchor(scene: Scene, change: Partial<Scene['worldAnchor']>): Promise<unknown> {
  const done = earlier.then(async () => {
    const now = await attempt(() => call('story.scene', { project: projectId(), id: scene.id }))
    return now && save({ kind: 'scene', id: scene.id, fields: { worldAnchor: { ...now.worldAnchor, ...change } } })
  })
  earlier = done.catch(() => undefined)
  return done
}
