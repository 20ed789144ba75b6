import type { MessageKey } from '@shared/i18n'
import type { StoryKind, StoryPlace } from '@shared/story'

/** Where the plan keeps what stands in nothing else. */
const open: Readonly<Record<StoryKind, MessageKey>> = {
  act: 'trash.place.act', chapter: 'trash.place.chapter', phase: 'trash.place.phase', thread: 'trash.place.thread', scene: 'trash.place.phase', promise: 'trash.place.promise', decision: 'trash.place.decision',
}

export type PlacePart = { own: MessageKey } | { kind: MessageKey; title: string }

/** A place in the plan: what holds it, each named by its kind and title, else the part of the plan it stands free in. */
export function placeParts(kind: StoryKind, place: StoryPlace): PlacePart[] {
  return place.length === 0 ? [{ own: open[kind] }] : place.map((holder) => ({ kind: `trash.kind.${holder.kind}` as const, title: holder.title }))
}
