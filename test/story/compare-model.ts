import { expect } from 'vitest'
import { isFault } from '../../src/shared/fault'
import type { StoryKind } from '../../src/shared/story'
import { storyViolations } from '../../src/core/story/invariants'
import { author, emptyStory, type StoryFixture } from '../../src/core/story/story-fixture'
import { derivedOf } from './model-derived'
import type { Operation } from './model-operations'
import { restore, trash } from './model-trash'
import { kinds, StoryModel, type Entity, type State } from './story-model'

const byAuthor = { by: author, exactlyOnce: null }
const codeOf = (run: () => void): string => {
  try {
    run()
    return 'ok'
  } catch (error) {
    if (isFault(error)) return error.fault.code
    throw error
  }
}

/** The product and the model side by side; `undoId` of the last operation, the model's state before it. */
export class Twins {
  readonly real: StoryFixture = emptyStory()
  readonly model = new StoryModel()
  #items: string[] = []
  #last: { undoId: string; before: State } | null = null
  #doneCount = 0
  get done(): number { return this.#doneCount }

  /** Does one operation in both and compares results, codes and the whole state. */
  step(operation: Operation): void {
    const before = structuredClone(this.model.state)
    let undoId: string | null = null
    const real = codeOf(() => { undoId = this.#real(operation) })
    const expected = this.#model(operation)
    expect(expected.length === 0 ? ['ok'] : expected, JSON.stringify(operation)).toContain(real)
    if (real === 'ok') this.#doneCount += 1
    if (operation.do === 'undo' && this.#last) this.model.state = this.#last.before
    expect(stateOf(this.real), JSON.stringify(operation)).toEqual(shown(this.model))
    expect(storyViolations(this.real.db)).toEqual([])
    this.#last = undoId === null ? null : { undoId, before }
  }

  #real(operation: Operation): string | null {
    const { story } = this.real
    switch (operation.do) {
      case 'save': return story.save({ kind: operation.kind, action: operation.action, id: operation.id, fields: operation.fields }, byAuthor).undoId
      case 'beat': return story.save({ kind: 'beat', action: operation.action, id: null, fields: operation.fields }, byAuthor).undoId
      case 'trash': {
        const { item, undoId } = story.trash(operation.kind, operation.id, author)
        this.#items.push(item)
        return undoId
      }
      case 'restore':
        story.restore(this.#itemFor(operation.pick))
        return null
      case 'undo':
        if (this.#last) story.undo(this.#last.undoId)
        return null
      case 'reorder': return story.reorder({ list: operation.list, parent: operation.parent, ids: this.#idsFor(operation) }).undoId
    }
  }

  #itemFor(n: number): string { return this.#items[n % Math.max(1, this.#items.length)] ?? 'tr_none' }

  #key({ list, parent }: Extract<Operation, { do: 'reorder' }>): [key: string, kind: string, owner: string | null] {
    if (list === 'phases') return ['phase', 'phase', null]
    if (list === 'threads') return [`threads of ${String(parent)}`, 'phase', parent]
    return list === 'thread-scenes' ? [`scenes of thread ${String(parent)}`, 'thread', parent ?? 'none'] : [`scenes of chapter ${String(parent)}`, 'chapter', parent ?? 'none']
  }

  /** The present list turned by some places; sometimes one short, or with one twice. */
  #idsFor(operation: Extract<Operation, { do: 'reorder' }>): string[] {
    const now = this.model.state.lists[this.#key(operation)[0]] ?? []
    const at = now.length === 0 ? 0 : operation.turn % now.length
    const turned = operation.turn % 2 === 0 ? [...now.slice(at), ...now.slice(0, at)] : now.toReversed()
    return operation.spoil === 0 ? turned.slice(1) : operation.spoil === 1 ? [...turned, ...turned.slice(0, 1)] : turned
  }

  #model(operation: Operation): string[] {
    switch (operation.do) {
      case 'save': return this.model.save(operation.kind, operation.action, operation.id, operation.fields)
      case 'beat': return this.model.beat(operation.action, operation.fields)
      case 'trash': return trash(this.model, operation.kind, operation.id, this.#items.at(-1) ?? 'tr_none')
      case 'restore': return restore(this.model, this.#itemFor(operation.pick))
      case 'undo': return []
      case 'reorder': return this.model.reorder(...this.#key(operation), this.#idsFor(operation))
    }
  }
}

const bare = ({ createdAt: _c, updatedAt: _u, ...rest }: Record<string, unknown>): Record<string, unknown> => rest

/** The product's story as plain data: entities with their places, beats, derived fields. */
function stateOf({ story, db }: StoryFixture): Record<string, unknown> {
  const ids = (table: string): string[] => db.prepare<[], { id: number }>(`SELECT id FROM ${table} ORDER BY id`).all().map((row) => String(row.id))
  const tables: [Exclude<StoryKind, 'promise' | 'decision'>, string][] = [['act', 'StoryAct'], ['phase', 'StoryPhase'], ['chapter', 'StoryChapter'], ['thread', 'StoryThread'], ['scene', 'StoryScene']]
  const get = story.get as (kind: string, id: string) => Record<string, unknown>
  return {
    ...Object.fromEntries(tables.map(([kind, table]) => [kind, ids(table).map((id) => bare(get(kind, id)))])),
    promise: ids('StoryPromise').map((id) => bare({ ...story.promise(id) })), decision: ids('StoryDecision').map((id) => bare({ ...story.decision(id) })),
  }
}

/** The model in the same shape. */
function shown(model: StoryModel): Record<string, unknown> {
  const { lists, all } = model.state
  const at = (key: string, id: string): number => (lists[key] ?? []).indexOf(id)
  const placed = (kind: string, entity: Entity): Record<string, unknown> => {
    if (kind === 'scene') {
      const chapter = entity['chapterId']
      return { ...entity, threadSortOrder: at(model.listKey(kind, entity), entity.id), chapterSortOrder: chapter === null ? null : at(`scenes of chapter ${String(chapter)}`, entity.id) }
    }
    return kind === 'promise' || kind === 'decision' ? derivedOf(model, kind, entity) : { ...entity, sortOrder: at(model.listKey(kind, entity), entity.id) }
  }
  return Object.fromEntries(kinds.map((kind) => [kind, Object.values(all[kind] ?? {}).toSorted((a, b) => Number(a.id) - Number(b.id)).map((entity) => placed(kind, entity))]))
}
