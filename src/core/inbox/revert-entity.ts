import type { Clash } from '@shared/procedures/inbox'
import type { StoryService } from '../story/types'
import type { SliceImage } from '../world/slice-images'
import type { WorldService } from '../world/types'
import type { Answer, Chain } from './types'

export type EntityOutcome = { done: true; merged: boolean } | { done: false; fields: Clash['fields'] }

/** Fields of the story put back; those changed again since are asked about, each by itself. */
export function revertStory(story: StoryService, chain: Chain & { area: 'story' }, answer: Answer | null): EntityOutcome {
  const { done, clashes } = story.takeBack(chain.rows.flatMap((row) => row.payload.changes), answer === null ? 'ask' : 'rest' in answer ? 'rest' : 'all')
  return done ? { done: true, merged: clashes.length > 0 && answer !== null && 'rest' in answer } : { done: false, fields: clashes }
}

const patchLine = ({ subjectId, path, op, value }: SliceImage['patches'][number]): string => `${subjectId} ${path} ${op}${value === null ? '' : ` ${value}`}`

/** The three states of a slice as fields: its words, then all its patches as one. */
function sliceFields({ before, after, now }: { before: SliceImage | null; after: SliceImage; now: SliceImage }): Clash['fields'] {
  const fieldsOf = (image: SliceImage | null): Record<string, unknown> => (image === null || image.hidden ? {} : {
    instant: image.instant, title: image.title, summary: image.summary, kind: image.kind, patches: image.patches.map(patchLine).join('\n'),
  })
  const [was, made, is] = [fieldsOf(before), fieldsOf(after), fieldsOf(now)]
  return Object.keys(fieldsOf(after)).map((field) => ({ target: `slice ${after.id} "${after.title}"`, field, before: was[field] ?? null, after: made[field] ?? null, now: is[field] ?? null }))
    .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after) || JSON.stringify(one.now) !== JSON.stringify(one.after))
}

/** A slice taken back; `rest` leaves it as it is. */
export function revertSlice(world: WorldService, chain: Chain & { area: 'world' }, answer: Answer | null): EntityOutcome {
  const [first, last] = [chain.rows[0], chain.rows.at(-1)]
  if (!first || !last || (answer !== null && 'rest' in answer)) return { done: true, merged: false }
  const { clash, merged } = world.takeBack({ ...last.payload, from: first.payload.from }, answer === null ? 'ask' : 'all')
  return clash === null ? { done: true, merged } : { done: false, fields: sliceFields(clash) }
}
