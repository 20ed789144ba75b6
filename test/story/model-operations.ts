import fc from 'fast-check'
import type { Fields } from './model-check'
import { kinds } from './story-model'

export type Operation =
  | { do: 'save'; kind: (typeof kinds)[number]; action: string; id: string | null; fields: Fields }
  | { do: 'beat'; action: string; fields: Fields }
  | { do: 'trash'; kind: (typeof kinds)[number]; id: string }
  | { do: 'restore' | 'undo'; pick: number }
  | { do: 'reorder'; list: 'phases' | 'threads' | 'thread-scenes' | 'chapter-scenes'; parent: string | null; turn: number; spoil: number }

const pick = <T>(...values: T[]) => fc.constantFrom(...values)
/** Mostly ids that exist sooner or later, now and then one that cannot. */
const id = fc.oneof({ weight: 35, arbitrary: fc.integer({ min: 1, max: 3 }).map(String) }, { weight: 9, arbitrary: fc.integer({ min: 1, max: 7 }).map(String) }, { weight: 1, arbitrary: pick<unknown>('99', '0', 'x', 3, '') })
const idOrNull = fc.oneof({ weight: 4, arbitrary: id }, { weight: 1, arbitrary: fc.constant(null) })
const spoiled = (valid: fc.Arbitrary<unknown>, ...wrong: unknown[]) => fc.oneof({ weight: 30, arbitrary: valid }, { weight: 1, arbitrary: pick(...wrong) })
const clear = spoiled(pick<unknown>('t', ' u ', '雪\n夜', null), '', '  ', 5, 'x'.repeat(5_001))
const long = spoiled(pick('', 's', ' v '), null, 5)
const title = spoiled(pick('A', ' B ', '一'.repeat(120)), '', null, '一'.repeat(121))
const name = spoiled(fc.integer({ min: 1, max: 12 }).map((n) => `n-${n}`), 'Bad Name', '', '-n', null)
const tags = spoiled(pick([], ['a'], ['a', 'b']), ['a', 'a'], ['a', ' a '], [''], 'a')
const time = pick<string | null>('dawn', 'dusk', null)
const instant = pick<string | null>('-5', '0', '7', '9007199254740993', null)
const target = spoiled(pick('lorebook/item/sword/', 'promise://1', 'promise://2', 'decision://1', 'thread://1', 'scene://2'), 'promise://9', '../x', '/abs', 'other://1')
const option = pick('A', 'B', 'C')
const options = fc.uniqueArray(option, { maxLength: 3 }).map((list) => list.map((o) => ({ option: o, ...(o === 'A' ? { note: 'n' } : {}) })))
const order = spoiled(pick(0, 1, 3, 99), -1, 1.5, '1')

const all: Record<string, Record<string, fc.Arbitrary<unknown>>> = {
  act: { name, title, summary: long, note: clear, sortOrder: order },
  phase: { name, title, summary: long, note: clear, sortOrder: order },
  chapter: { name, title, actId: idOrNull, note: clear, sortOrder: order, brief: spoiled(pick({}, { goal: 'g' }, { goal: null, mustHide: 'm' }), { goal: '' }, { no: 'x' }, null) },
  thread: {
    storyPhaseId: idOrNull, name, title, isMainThread: fc.boolean(), status: spoiled(pick('draft', 'active', 'paused', 'done', 'archived'), 'gone'), miceType: spoiled(pick('milieu', null), 'mice'), summary: long, tags,
    writingTip: clear, note: clear,
  },
  scene: {
    threadId: id, chapterId: idOrNull, title, status: spoiled(pick('draft', 'active', 'written', 'revised', 'archived'), 'lost'), outcomeType: spoiled(pick('yes_but', null), 'maybe'), pacingRole: pick('climax', null),
    summary: long, purpose: clear, writingTip: clear, note: clear,
    worldAnchor: spoiled(fc.record({ startTime: time, endTime: time, startInstant: instant, endInstant: instant, subjectIds: pick([], ['hero'], ['hero', 'ghost']), locationSubjectId: pick('inn', null) }, { requiredKeys: [] }), { subjectIds: ['a', 'a'] }, { who: 1 }),
    refs: fc.array(fc.record({ relation: pick('defines', 'contains'), target: spoiled(pick('lorebook/a/', 'thread://1', 'thread://n-1', 'scene://1'), '../x', 'promise://1'), visibility: pick('author', 'reader') }), { maxLength: 2 }),
  },
  promise: {
    name, title, status: pick('open', 'fulfilled', 'abandoned'), importance: pick('low', 'medium', 'high'), summary: long, payoffExpectation: clear, cadenceChapters: spoiled(pick(1, 2, 1_000, null), 0, 1_001, 'often'),
    deadlineChapterId: idOrNull, tags,
  },
  decision: {
    name, title, question: spoiled(pick('Q?', ' R? '), '', null), status: pick('open', 'decided', 'superseded', 'dropped'), options, chosenOption: option, decision: clear, motivation: clear, risk: clear,
    rejectedAlternatives: pick([], [{ option: 'Z', whyRejected: 'no' }]), serves: fc.array(target, { maxLength: 2 }), dependsOn: fc.array(target, { maxLength: 1 }), supersededById: idOrNull, deadlineChapterId: idOrNull, note: clear,
    anchor: fc.oneof(fc.record({ kind: pick('act', 'chapter', 'thread', 'scene', 'promise'), id }), pick<unknown>({ kind: 'story' }, { kind: 'content', path: 'lorebook/a/' }, { kind: 'content', path: '../x' }, { kind: 'act', path: 'x' }, { kind: 'story', id: '1' }, { kind: 'content', id: '1' })),
  },
}
const required: Record<string, string[]> = { scene: ['title', 'threadId'], decision: ['name', 'title', 'question'] }
const actions: Record<string, string[]> = { thread: ['archive'], scene: ['archive', 'archive'], promise: ['abandon', 'fulfill'], decision: ['decide', 'decide', 'decide', 'drop', 'drop'] }

const fieldsOf = (kind: string, keys: readonly string[]) => fc.record(Object.fromEntries(keys.map((key) => [key, all[kind]?.[key] ?? fc.constant(null)])))

/** A few fields beside those that must be there; rarely a key that does not exist. */
function fields(kind: string, must: readonly string[], atMost: number): fc.Arbitrary<Fields> {
  const others = Object.keys(all[kind] ?? {}).filter((key) => !must.includes(key))
  return fc.tuple(fc.subarray(others, { maxLength: atMost }).chain((some) => fieldsOf(kind, [...must, ...some])), fc.nat(60)).map(([given, n]) => (n === 0 ? { ...given, colour: 'red' } : given) as Fields)
}

const create = (kind: (typeof kinds)[number]): fc.Arbitrary<Operation> =>
  fc.record({ do: fc.constant('save' as const), kind: fc.constant(kind), action: fc.constant('create'), id: fc.constant(null), fields: fields(kind, required[kind] ?? ['name', 'title'], 2) })

const change = (kind: (typeof kinds)[number]): fc.Arbitrary<Operation> => fc.oneof(pick('update', 'update'), pick('update', ...(actions[kind] ?? [])), spoiled(pick('update'), 'explode')).chain((action) => {
  const must = action === 'decide' ? ['decision', 'motivation', 'risk'] : action === 'drop' ? ['note'] : []
  return fc.record({ do: fc.constant('save' as const), kind: fc.constant(kind), action: fc.constant(String(action)), id: id.map(String), fields: fields(kind, must, 3) })
})

const beat: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ do: fc.constant('beat' as const), action: fc.constant('set'), fields: fc.record({ promiseId: id, sceneId: id, kind: spoiled(pick('plant', 'advance', 'setback', 'payoff', 'payoff', 'payoff'), 'wish'), note: clear, autoFulfill: fc.boolean() }, { requiredKeys: ['promiseId', 'sceneId'] }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('beat' as const), action: fc.constant('set'), fields: fc.record({ promiseId: id, sceneId: id, kind: pick('plant', 'advance', 'payoff', 'payoff') }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('beat' as const), action: fc.constant('remove'), fields: fc.record({ promiseId: id, sceneId: id }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('beat' as const), action: pick('remove', 'remove', 'remove', 'remove', 'remove', 'drop'), fields: fc.record({ promiseId: id, sceneId: id, kind: fc.constant('plant') }, { requiredKeys: ['promiseId', 'sceneId'] }) }) },
) as fc.Arbitrary<Operation>

/** One call, valid or not, of a tool or of the author. */
export const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 4, arbitrary: pick(...kinds).chain(create) }, { weight: 10, arbitrary: pick(...kinds, 'scene' as const, 'scene' as const, 'decision' as const, 'decision' as const, 'promise' as const).chain(change) }, { weight: 5, arbitrary: beat },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('trash' as const), kind: pick(...kinds), id: fc.integer({ min: 1, max: 7 }).map(String) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restore' as const), pick: fc.nat(9) }) }, { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), pick: fc.constant(0) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reorder' as const), list: pick('phases' as const, 'threads' as const, 'thread-scenes' as const, 'chapter-scenes' as const), parent: fc.option(fc.integer({ min: 1, max: 4 }).map(String), { nil: null }), turn: fc.nat(5), spoil: fc.nat(3) }) },
)
