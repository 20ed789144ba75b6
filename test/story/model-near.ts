import type { Entity, Near, StoryModel } from './story-model'

export const ofChapter = (id: unknown): string => `scenes of chapter ${String(id)}`
export const ofThread = (id: unknown): string => `scenes of thread ${String(id)}`
export const ofPhase = (id: unknown): string => `threads of ${String(id)}`

const listsOf = (model: StoryModel, kind: string, entity: Entity): string[] => {
  if (kind === 'promise' || kind === 'decision') return []
  if (kind === 'scene') return [ofThread(entity['threadId']), ...(entity['chapterId'] === null ? [] : [ofChapter(entity['chapterId'])])]
  return [model.listKey(kind, entity)]
}

/** Its old index, but between the nearest old neighbours that are left; beside the nearer one when these changed sides. Null when none is left. */
function among(ids: readonly string[], near: Near): number | null {
  const above = near.before.findIndex((id) => ids.includes(id))
  const below = near.after.findIndex((id) => ids.includes(id))
  if (above === -1 && below === -1) return null
  const low = above === -1 ? 0 : ids.indexOf(near.before[above] ?? '') + 1
  const high = below === -1 ? ids.length : ids.indexOf(near.after[below] ?? '')
  if (low > high) return above <= below ? low : high
  return Math.min(high, Math.max(low, near.index))
}

/** The living of a list with those in the trash among them, put in one after the other, the newest first. */
function withGone(model: StoryModel, list: string): string[] {
  const ids = [...model.inside.list(list)]
  for (const item of Object.values(model.state.trash).toReversed()) {
    for (const { entity, near } of [{ entity: item.entity, near: item.near }, ...item.scenes]) {
      const mine = near.find((one) => one.list === list)
      const index = mine === undefined ? null : among(ids, mine)
      if (index !== null) ids.splice(index, 0, entity.id)
    }
  }
  return ids
}

/** Asked before any of them goes. */
export function nearOf(model: StoryModel, kind: string, entity: Entity): Near[] {
  return listsOf(model, kind, entity).map((list) => {
    const ids = withGone(model, list)
    const at = ids.indexOf(entity.id)
    return { list, index: model.inside.list(list).indexOf(entity.id), before: ids.slice(0, at).toReversed(), after: ids.slice(at + 1) }
  })
}

/** Puts what comes back into a list: among its old neighbours where it returns to the same list, else at the old index of its first one. */
export function putBack(model: StoryModel, list: string, id: string, near: readonly Near[], old: number): void {
  const mine = near.find((one) => one.list === list)
  model.inside.put(list, id, (mine === undefined ? null : among(model.inside.list(list), mine)) ?? old)
}
