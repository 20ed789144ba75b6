import type { Entity, StoryModel } from './story-model'

const ofChapter = (id: unknown): string => `scenes of chapter ${String(id)}`
const ofThread = (id: unknown): string => `scenes of thread ${String(id)}`
const ofPhase = (id: unknown): string => `threads of ${String(id)}`

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

const placeOfScene = (model: StoryModel, scene: Entity) => ({
  entity: structuredClone(scene), thread: model.inside.list(ofThread(scene['threadId'])).indexOf(scene.id), chapter: scene['chapterId'] === null ? -1 : model.inside.list(ofChapter(scene['chapterId'])).indexOf(scene.id),
})

/** The author's delete of 02 §8. */
export function trash(model: StoryModel, kind: string, id: string, item: string): string[] {
  const { get, list, drop, put, every, losing } = model.inside
  const entity = get(kind, id)
  if (!entity) return ['ENTITY_NOT_FOUND']
  const kept = model.state.trash[item] = { kind, entity: structuredClone(entity), at: {}, scenes: [] as ReturnType<typeof placeOfScene>[], beats: [] as [string, { kind: string; note: string | null }][], links: [] as { kind: string; id: string; at: number }[], paid: kind === 'promise' && model.isPaid(id) }
  losing(() => {
    const scenes = kind === 'scene' ? [entity] : kind === 'thread' ? list(ofThread(id)).map((s) => get('scene', s)).filter((s) => s !== undefined) : []
    kept.scenes = scenes.map((scene) => placeOfScene(model, scene))
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
    if (kind !== 'promise' && kind !== 'decision') {
      const key = model.listKey(kind, entity)
      kept.at = { index: list(key).indexOf(id) }
      drop(key, id)
    }
    delete model.state.all[kind]?.[id]
  })
  return []
}

function freeName(model: StoryModel, kind: string, name: unknown): string {
  const taken = new Set(model.inside.every(kind).map((e) => e['name']))
  for (let n = 1, candidate = String(name); ; n += 1, candidate = `${String(name)}-${n}`) if (!taken.has(candidate)) return candidate
}

function putMain(model: StoryModel, kind: string, kept: Entity, index: number): void {
  const { get, put } = model.inside
  const entity: Entity = { ...structuredClone(kept), name: freeName(model, kind, kept['name']) }
  if (kind === 'chapter' && !get('act', entity['actId'])) entity['actId'] = null
  if (kind === 'thread' && !get('phase', entity['storyPhaseId'])) entity['storyPhaseId'] = null
  if (kind === 'decision' && entity['supersededById'] !== null && !get('decision', entity['supersededById'])) Object.assign(entity, { status: 'open', supersededById: null })
  model.state.all[kind] = { ...model.state.all[kind], [entity.id]: entity }
  if (kind !== 'promise' && kind !== 'decision') put(model.listKey(kind, entity), entity.id, index)
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

/** The way back of 02 §8: same ids, places clamped, links where still unset, a taken name with -2. */
export function restore(model: StoryModel, item: string): string[] {
  const { get, put } = model.inside
  const kept = model.state.trash[item]
  if (!kept) return ['TRASH_ITEM_NOT_FOUND']
  if (kept.kind === 'scene' && !get('thread', kept.entity['threadId'])) return ['RESTORE_BLOCKED']
  if (kept.kind !== 'scene') putMain(model, kept.kind, kept.entity, Number(kept.at['index'] ?? 0))
  for (const { entity, thread } of kept.scenes.toSorted((a, b) => a.thread - b.thread)) {
    model.state.all['scene'] = { ...model.state.all['scene'], [entity.id]: { ...structuredClone(entity), chapterId: null } }
    put(ofThread(entity['threadId']), entity.id, thread)
  }
  for (const { entity, chapter } of kept.scenes.filter((s) => s.entity['chapterId'] !== null && get('chapter', s.entity['chapterId'])).toSorted((a, b) => a.chapter - b.chapter)) {
    Object.assign(get('scene', entity.id) ?? {}, { chapterId: entity['chapterId'] })
    put(ofChapter(entity['chapterId']), entity.id, chapter)
  }
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
