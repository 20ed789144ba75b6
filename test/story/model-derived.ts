import type { Entity, StoryModel } from './story-model'

type Placed = { scene: Entity; beat: { kind: string; note: string | null }; chapter: Entity | undefined; position: number; made: number }
const stateOf = (scene: Entity): 'archived' | 'factual' | 'planned' => (scene['status'] === 'archived' ? 'archived' : ['written', 'revised'].includes(String(scene['status'])) ? 'factual' : 'planned')

/** Beats of one promise where they stand. `made`: order of making, which breaks ties. */
function beatsOf(model: StoryModel, promise: string): Placed[] {
  return Object.entries(model.state.beats).flatMap(([key, beat], made) => {
    const [owner, id] = key.split('/')
    const scene = model.inside.get('scene', id)
    if (owner !== promise || !scene) return []
    const chapter = model.inside.get('chapter', scene['chapterId'])
    return [{ scene, beat, chapter, position: chapter ? model.inside.list('chapter').indexOf(chapter.id) : -1, made }]
  })
}

/** W of 02 §5. */
const written = (model: StoryModel): number => Math.max(-1, ...model.inside.every('scene').filter((s) => stateOf(s) === 'factual' && s['chapterId'] !== null).map((s) => model.inside.list('chapter').indexOf(String(s['chapterId']))))

function dueOf(model: StoryModel, promise: Entity, beats: readonly Placed[]): string {
  if (promise['status'] !== 'open') return 'none'
  const w = written(model)
  const marks: string[] = []
  const deadline = model.inside.get('chapter', promise['deadlineChapterId'])
  if (deadline) {
    const d = model.inside.list('chapter').indexOf(deadline.id)
    if (d <= w) marks.push('overdue')
    else if (d - w <= 3) marks.push('due')
  }
  const factual = beats.filter((b) => stateOf(b.scene) === 'factual' && b.chapter).map((b) => b.position)
  const cadence = promise['cadenceChapters']
  if (typeof cadence === 'number' && factual.length > 0) {
    const silence = w - Math.max(...factual)
    if (silence >= 2 * cadence) marks.push('overdue')
    else if (silence >= cadence) marks.push('due')
  }
  return marks.includes('overdue') ? 'overdue' : (marks[0] ?? 'none')
}

function promise(model: StoryModel, entity: Entity): Record<string, unknown> {
  const beats = beatsOf(model, entity.id)
  const live = beats.filter((b) => stateOf(b.scene) !== 'archived')
  const count = (kind: string): number => live.filter((b) => b.beat.kind === kind).length
  const states = (state: string): number => beats.filter((b) => stateOf(b.scene) === state).length
  const stage = count('payoff') > 0 ? 'paid_off' : count('advance') + count('setback') > 0 ? 'echoed' : count('plant') > 0 ? 'planted' : 'unplanted'
  const place = (b: Placed): number => (b.chapter ? model.inside.list(`scenes of chapter ${b.chapter.id}`).indexOf(b.scene.id) : 0)
  const ordered = beats.toSorted((a, b) => Number(a.position < 0) - Number(b.position < 0) || a.position - b.position || place(a) - place(b) || 0)
  const deadline = model.inside.get('chapter', entity['deadlineChapterId'])
  return {
    ...entity, derivedStage: stage, due: dueOf(model, entity, beats), deadlineChapter: deadline ? { id: deadline.id, name: deadline['name'], title: deadline['title'] } : null,
    beatStats: { plant: count('plant'), advance: count('advance'), setback: count('setback'), payoff: count('payoff'), planned: states('planned'), factual: states('factual'), archived: states('archived') },
    beats: ordered.map(({ scene, beat, chapter, position }) => ({
      ...beat, state: stateOf(scene), scene: { id: scene.id, title: scene['title'], status: scene['status'] },
      chapter: chapter ? { id: chapter.id, name: chapter['name'], title: chapter['title'], number: position + 1 } : null,
    })),
  }
}

function decision(model: StoryModel, entity: Entity): Record<string, unknown> {
  const anchor = entity['anchor'] as { kind: string; id: string | null; path: string | null }
  const gone = !['story', 'content'].includes(anchor.kind) && !model.inside.get(anchor.kind, anchor.id)
  const refs = (key: string) => (entity[key] as string[]).map((target) => ({ target, valid: model.refIsValid(target) }))
  const deadline = model.inside.get('chapter', entity['deadlineChapterId'])
  const dangling = [...refs('serves'), ...refs('dependsOn')].filter((r) => !r.valid).map((r) => r.target)
  return {
    ...entity, serves: refs('serves'), dependsOn: refs('dependsOn'), danglingRefs: [...new Set(dangling)], anchor: gone ? { kind: 'story', id: null, path: null } : anchor,
    deadlineChapter: deadline ? { id: deadline.id, name: deadline['name'], title: deadline['title'] } : null,
  }
}

/** Promises and decisions with what follows from the rest of the story (02 §5 Derived). */
export const derivedOf = (model: StoryModel, kind: 'promise' | 'decision', entity: Entity): Record<string, unknown> => (kind === 'promise' ? promise(model, entity) : decision(model, entity))
