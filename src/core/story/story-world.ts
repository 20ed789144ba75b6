/** The project's calendar as scenes need it (02 §5 worldAnchor). */
export interface StoryTimes {
  /** TIME_INVALID, CALENDAR_MISSING, CALENDAR_INVALID, INSTANT_RANGE. */
  parse(text: string): bigint
  /** Null: there is no calendar. CALENDAR_INVALID. */
  format(instant: bigint): string | null
}

/** What the story asks of the world. `times` null: a plan that is loaded before there is a world keeps its times as texts. */
export interface StoryWorld {
  readonly times: StoryTimes | null
  /** A registered subject's state at an instant; {} for a stranger. */
  attrs(subjectId: string, at: bigint): Record<string, unknown>
}

export const noWorld: StoryWorld = { times: null, attrs: () => ({}) }
