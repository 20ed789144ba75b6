import type { ChapterRow } from '@shared/procedures/story'

export type Readiness = ChapterRow['readiness']
export interface ReadinessFacts { /** Scenes that are not archived. */ scenes: readonly { hasTime: boolean }[]; /** Any of the four information-control fields. */ hasInformationControl: boolean }

/** The ladder of 02 §11, first that holds. `needs_world_context` waits for the calendar engine and never holds yet. */
export function readinessOf({ scenes, hasInformationControl }: ReadinessFacts): Readiness {
  if (scenes.length === 0) return 'needs_plot'
  if (scenes.some((scene) => !scene.hasTime)) return 'needs_world_anchor'
  return hasInformationControl ? 'ready' : 'needs_chapter_brief'
}
