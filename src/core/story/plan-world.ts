import type { PlanSlice, PlanSubject } from './plan-schema'
import type { StoryTimes } from './story-world'

/** What a plan's subjects and slices are loaded into (03). Nothing is kept before `save`. */
export interface PlanWorld {
  readonly times: StoryTimes
  history(subjects: readonly PlanSubject[]): {
    /** Faults of a world write; WORLD_ISSUES when the slice leaves an error. */
    write(slice: PlanSlice, instant: bigint): void
    save(): void
  }
}
