import { nearOf, ofChapter, ofPhase, ofThread, putBack } from './model-near'
import type { Entity, Near, StoryModel, Trashed } from './story-model'

function takeBeats(model: StoryModel, part: 0 | 1, id: string): [string, { kind: string; note: string | null }][] {
  const mine = Object.entries(model.state.beats).filter(([key]) => key.split('/')[part] === id)
  for (const [key] of mine) delete model.state.beats[key]
  return mine
}

function takeScene(model: StoryModel, scene: Entity): void {
  model.inside.drop(ofThread(scene['threadId']), scene.id)
  if (scene['chapterId'] !== null) model.inside.drop(ofChapter(scene['chapterId']), scene.id)
  delete model.state.all['scene']?.[scene.id]
}

const indexIn = (near: readonly Near[], list: string): number => near.find((one) => one.list === list)?.index ?? 0

/** The author's delete of 02 §8. */
export function trash(model: StoryModel, kind: string, id: string, item: string): string[] {
  const { get, list, drop, put, every, losing } = model.inside
  const entity = get(kind, id)
  if (!entity) return ['ENTITY_NOT_FOUND']
  const scenes = kind === 'scene' ? [entity] : kind === 'thread' ? list(ofThread(id)).map((s) => get('scene', s)).filter((s) => s !== undefined) : []
  const kept: Trashed = {
    kind, entity: structuredClone(entity), near: kind === 'scene' ? [] : nearOf(model, kind, entity), scenes: scenes.map((scene) => ({ entity: structuredClone(scene), near: nearOf(model, 'scene', scene) })),
    beats: [], links: [], paid: kind === 'promise' && model.isPaid(id),
  }
  model.state.trash[item] = kept
  losing(() => {
    for (const scene of scenes) {
      kept.beats.push(...takeBeats(model, 1, scene.id))
      takeScene(model, scene)
    }
    if (kind === 'promise') kept.beats = takeBeats(model, 0, id)
    if (kind === 'scene') return
    if (kind === 'act') for (const chapter of list('chapter').map((c) => get('chapter', c))) if (chapter?.['actId'] === id) { kept.links.push({ kind: 'chapter', id: chapter.id, at: 0 }); chapter['actId'] = null }
    if (kind === 'chapter') {
      list(ofChapter(id)).forEach((scene, at) => { kept.links.push({ kind: 'scene', id: scene, at }); Object.assign(get('scene', scene) ?? {}, { chapterId: null }) })
      delete model.state.lists[ofChapter(id)]
    }
    if (kind === 'phase') {
      list(ofPhase(id)).forEach((thread, at) => { kept.links.push({ kind: 'thread', id: thread, at }); Object.assign(get('thread', thread) ?? {}, { storyPhaseId: null }); put(ofPhase(null), thread, Infinity) })
      delete model.state.lists[ofPhase(id)]
    }
    if (kind === 'decision') for (const d of every('decision')) if (d['supersededById'] === id && d.id !== id) { kept.links.push({ kind: 'decision', id: d.id, at: 0 }); Object.assign(d, { status: 'open', supersededById: null }) }
    if (kind !== 'promise' && kind !== 'decision') drop(model.listKey(kind, entity), id)
    delete model.state.all[kind]?.[id]
  })
  return []
}

function freeName(model: StoryModel, kind: string, name: unknown): string {
  const taken = new Set(model.inside.every(kind).map((e) => e['name']))
  for (let n = 1, candidate = String(name); ; n += 1, candidate = `${String(name)}-${n}`) if (!taken.has(candidate)) return candidate
}

function putMain(model: StoryModel, { kind, entity: kept, near }: Trashed): void {
  const { get } = model.inside
  const entity: Entity = { ...structuredClone(kept), name: freeName(model, kind, kept['name']) }
  if (kind === 'chapter' && !get('act', entity['actId'])) entity['actId'] = null
  if (kind === 'thread' && !get('phase', entity['storyPhaseId'])) entity['storyPhaseId'] = null
  if (kind === 'decision' && entity['supersededById'] !== null && !get('decision', entity['supersededById'])) Object.assign(entity, { status: 'open', supersededById: null })
  model.state.all[kind] = { ...model.state.all[kind], [entity.id]: entity }
  if (kind !== 'promise' && kind !== 'decision') putBack(model, model.listKey(kind, entity), entity.id, near, near[0]?.index ?? 0)
}

function relink(model: StoryModel, owner: string, link: { kind: string; id: string; at: number }): void {
  const { get, drop, put } = model.inside
  const entity = get(link.kind, link.id)
  if (link.kind === 'chapter' && entity?.['actId'] === null) entity['actId'] = owner
  if (link.kind === 'scene' && entity?.['chapterId'] === null) { entity['chapterId'] = owner; put(ofChapter(owner), link.id, link.at) }
  if (link.kind === 'thread' && entity?.['storyPhaseId'] === null) { entity['storyPhaseId'] = owner; drop(ofPhase(null), link.id); put(ofPhase(owner), link.id, link.at) }
  if (link.kind !== 'decision' || entity?.['status'] !== 'open') return
  const before = { ...entity }
  Object.assign(entity, { status: 'superseded', supersededById: owner })
  if (model.incomplete(entity)) Object.assign(entity, before)
}

function putScenes(model: StoryModel, { scenes }: Trashed): void {
  const { get } = model.inside
  const inOrder = (listOf: (scene: Entity) => string) => scenes.map(({ entity, near }) => ({ entity, near, list: listOf(entity), old: indexIn(near, listOf(entity)) })).toSorted((a, b) => a.old - b.old)
  for (const { entity, near, list, old } of inOrder((scene) => ofThread(scene['threadId']))) {
    model.state.all['scene'] = { ...model.state.all['scene'], [entity.id]: { ...structuredClone(entity), chapterId: null } }
    putBack(model, list, entity.id, near, old)
  }
  for (const { entity, near, list, old } of inOrder((scene) => ofChapter(scene['chapterId']))) {
    if (entity['chapterId'] === null || !get('chapter', entity['chapterId'])) continue
    Object.assign(get('scene', entity.id) ?? {}, { chapterId: entity['chapterId'] })
    putBack(model, list, entity.id, near, old)
  }
}

/** The way back of 02 §8: same ids, places among the old neighbours, links where still unset, a taken name with -2. */
export function restore(model: StoryModel, item: string): string[] {
  const { get } = model.inside
  const kept = model.state.trash[item]
  if (!kept) return ['TRASH_ITEM_NOT_FOUND']
  if (kept.kind === 'scene' && !get('thread', kept.entity['threadId'])) return ['RESTORE_BLOCKED']
  if (kept.kind !== 'scene') putMain(model, kept)
  putScenes(model, kept)
  for (const [key, beat] of kept.beats) {
    const [promise, scene] = key.split('/')
    if (!model.state.beats[key] && get('promise', promise) && get('scene', scene)) model.state.beats[key] = beat
  }
  for (const link of kept.links) relink(model, kept.entity.id, link)
  const back = get(kept.kind, kept.entity.id)
  if (kept.paid && back?.['status'] === 'fulfilled' && !model.isPaid(back.id)) back['status'] = 'open'
  delete model.state.trash[item]
  return []
}
