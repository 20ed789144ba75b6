/** The field rules of 02 §5 and the action table of §12, written again from the specification for the model. */
export type Fields = Record<string, unknown>
type Check = (value: unknown) => boolean

const size = (text: string): number => [...text].length
const text = (min: number, max: number): Check => (v) => typeof v === 'string' && size(v.trim()) >= min && size(v.trim()) <= max
const long = text(0, 5_000)
const clear = (max: number): Check => (v) => v === null || text(1, max)(v)
const oneOf = (...values: string[]): Check => (v) => values.includes(v as string)
const orNull = (check: Check): Check => (v) => v === null || check(v)
const int = (min: number, max: number): Check => (v) => Number.isInteger(v) && Number(v) >= min && Number(v) <= max
const id: Check = (v) => typeof v === 'string' && /^[1-9][0-9]{0,18}$/.test(v)
const array = (max: number, item: Check): Check => (v) => Array.isArray(v) && v.length <= max && v.every(item)
const unlike = (list: unknown, key?: string): boolean => {
  const keys = (list as unknown[]).map((v) => (key === undefined ? v : (v as Fields)[key])).map((v) => (typeof v === 'string' ? v.trim() : v))
  return new Set(keys).size === keys.length
}
const object = (required: string[], shape: Record<string, Check>): Check => (v) =>
  v !== null && typeof v === 'object' && !Array.isArray(v) && required.every((k) => (v as Fields)[k] !== undefined) && Object.entries(v).every(([k, x]) => shape[k]?.(x) === true)
const name: Check = (v) => typeof v === 'string' && v.length <= 120 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(v)
const title = text(1, 120)
const tags: Check = (v) => array(50, text(1, 120))(v) && unlike(v)
const instant: Check = (v) => v === null || (typeof v === 'string' && /^-?[0-9]{1,18}$/.test(v))
const briefKeys = ['goal', 'pov', 'tone', 'pacing', 'opening', 'ending', 'doNotWrite', 'readerKnows', 'protagonistKnows', 'mustHide', 'hintOnly']

const group = { name, title, summary: long, note: clear(5_000), sortOrder: int(0, Number.MAX_SAFE_INTEGER) }
export const shapes: Record<string, Record<string, Check>> = {
  act: group, phase: group,
  chapter: { name, title, actId: orNull(id), note: clear(5_000), sortOrder: group.sortOrder, brief: object([], Object.fromEntries(briefKeys.map((k) => [k, clear(5_000)]))) },
  thread: {
    storyPhaseId: orNull(id), name, title, isMainThread: (v) => typeof v === 'boolean', status: oneOf('draft', 'active', 'paused', 'done', 'archived'), miceType: orNull(oneOf('milieu', 'idea', 'character', 'event')),
    summary: long, tags, writingTip: clear(2_000), note: clear(5_000),
  },
  scene: {
    threadId: id, chapterId: orNull(id), title, status: oneOf('draft', 'active', 'written', 'revised', 'archived'), outcomeType: orNull(oneOf('yes_but', 'no_and', 'yes_and', 'no_but', 'yes', 'no', 'no_conflict', 'passive')),
    pacingRole: orNull(oneOf('setup', 'escalation', 'breather', 'climax', 'resolution')), summary: long, purpose: clear(5_000), writingTip: clear(2_000), note: clear(5_000),
    worldAnchor: object([], { startTime: clear(120), endTime: clear(120), startInstant: instant, endInstant: instant, subjectIds: (v) => array(100, text(1, 120))(v) && unlike(v), locationSubjectId: clear(120) }),
    refs: array(100, object(['relation', 'target', 'visibility'], { relation: text(1, 120), target: text(1, 500), visibility: oneOf('author', 'reader'), note: clear(5_000) })),
  },
  promise: {
    name, title, status: oneOf('open', 'fulfilled', 'abandoned'), importance: oneOf('low', 'medium', 'high'), summary: long, payoffExpectation: clear(5_000), cadenceChapters: orNull(int(1, 1_000)),
    deadlineChapterId: orNull(id), tags,
  },
  decision: {
    name, title, question: text(1, 5_000), status: oneOf('open', 'decided', 'superseded', 'dropped'), options: (v) => array(50, object(['option'], { option: text(1, 500), note: clear(5_000) }))(v) && unlike(v, 'option'),
    chosenOption: text(1, 500), decision: clear(5_000), motivation: clear(5_000), risk: clear(5_000), rejectedAlternatives: array(50, object(['option'], { option: text(1, 500), whyRejected: clear(5_000) })),
    serves: array(100, text(1, 500)), dependsOn: array(100, text(1, 500)), supersededById: orNull(id), deadlineChapterId: orNull(id), note: clear(5_000),
    anchor: object(['kind'], { kind: oneOf('story', 'content', 'act', 'chapter', 'thread', 'scene', 'promise'), id: orNull(id), path: clear(500) }),
  },
  beat: { promiseId: id, sceneId: id, kind: oneOf('plant', 'advance', 'setback', 'payoff'), note: clear(5_000), autoFulfill: (v) => typeof v === 'boolean' },
}

const required: Record<string, string[]> = { act: ['name', 'title'], phase: ['name', 'title'], chapter: ['name', 'title'], thread: ['name', 'title'], scene: ['title', 'threadId'], promise: ['name', 'title'], decision: ['name', 'title', 'question'] }
export const verbs: Record<string, Record<string, string>> = {
  act: {}, phase: {}, chapter: {}, thread: { archive: 'archived' }, scene: { archive: 'archived' }, promise: { abandon: 'abandoned', fulfill: 'fulfilled' }, decision: { decide: 'decided', drop: 'dropped' },
}
const early: Record<string, string[]> = { promise: ['status'], decision: ['status', 'decision', 'motivation', 'risk', 'rejectedAlternatives', 'supersededById', 'chosenOption'] }

function saveFits(kind: string, action: string, entity: string | null, fields: Fields): boolean {
  const has = (key: string): boolean => fields[key] !== undefined
  const verb = verbs[kind]?.[action]
  if (action === 'create') return entity === null && (required[kind] ?? []).every(has) && fields['status'] !== 'archived' && !(early[kind] ?? []).some(has)
  if (entity === null || (action !== 'update' && verb === undefined)) return false
  const brief = fields['brief'] as object | undefined
  const asked = Object.keys(fields).filter((key) => key !== 'brief' || (brief !== null && typeof brief === 'object' && Object.keys(brief).length > 0))
  if (action === 'update' && asked.length === 0) return false
  if (verb !== undefined && has('status') && fields['status'] !== verb) return false
  return !(has('chosenOption') && has('rejectedAlternatives'))
}

/** Would ARGS_INVALID be wrong for this call? */
export function fits(kind: string, action: string, entity: string | null, fields: Fields): boolean {
  const shape = shapes[kind]
  if (!shape || !Object.entries(fields).every(([key, value]) => shape[key]?.(value) === true)) return false
  if (kind !== 'beat') return saveFits(kind, action, entity, fields)
  if (fields['promiseId'] === undefined || fields['sceneId'] === undefined) return false
  if (action === 'remove') return ['kind', 'note', 'autoFulfill'].every((key) => fields[key] === undefined)
  return action === 'set' && fields['kind'] !== undefined && (fields['autoFulfill'] === undefined || fields['kind'] === 'payoff')
}

/** Texts trimmed, at any depth. */
export const trimmed = (value: unknown): unknown => {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map(trimmed)
  return value !== null && typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, trimmed(v)])) : value
}
export { briefKeys }
