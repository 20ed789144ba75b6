import { briefKeys, fits, trimmed, verbs, type Fields } from './model-check'

/** One entity as the specification describes it, its places kept apart in `lists`. */
export type Entity = Fields & { id: string }
interface Beat { kind: string; note: string | null }
/** Who stood around an entity in one list when it went to the trash, the nearest first, and at which index it stood itself. */
export interface Near { list: string; index: number; before: string[]; after: string[] }
export interface Trashed { kind: string; entity: Entity; near: Near[]; scenes: { entity: Entity; near: Near[] }[]; beats: [string, Beat][]; links: { kind: string; id: string; at: number }[]; paid: boolean }
export interface State { all: Record<string, Record<string, Entity>>; lists: Record<string, string[]>; beats: Record<string, Beat>; trash: Record<string, Trashed> }
export const kinds = ['act', 'phase', 'chapter', 'thread', 'scene', 'promise', 'decision'] as const

const empty = (): State => ({ all: Object.fromEntries(kinds.map((kind) => [kind, {}])), lists: { act: [], phase: [], chapter: [] }, beats: {}, trash: {} })
const blanks: Record<string, Fields> = {
  act: { summary: '', note: null }, phase: { summary: '', note: null }, chapter: { actId: null, note: null, brief: Object.fromEntries(briefKeys.map((k) => [k, null])) },
  thread: { storyPhaseId: null, isMainThread: false, status: 'draft', miceType: null, summary: '', tags: [], writingTip: null, note: null },
  scene: { chapterId: null, status: 'draft', outcomeType: null, pacingRole: null, summary: '', purpose: null, writingTip: null, note: null, worldAnchor: {}, refs: [] },
  promise: { status: 'open', importance: 'medium', summary: '', payoffExpectation: null, cadenceChapters: null, deadlineChapterId: null, tags: [] },
  decision: {
    status: 'open', options: [], deadlineChapterId: null, decision: null, motivation: null, risk: null, rejectedAlternatives: [], serves: [], dependsOn: [], supersededById: null,
    anchor: { kind: 'story', id: null, path: null }, note: null,
  },
}
const anchorKeys = ['startTime', 'endTime', 'startInstant', 'endInstant', 'locationSubjectId']
const plainAnchor = (given: Fields): Fields => ({ ...Object.fromEntries(anchorKeys.map((k) => [k, given[k] ?? null])), subjectIds: given['subjectIds'] ?? [] })

/** A plain model of 02 §5-§8: no database, no order columns, no knock-on tables. Every operation answers the codes that are right for it; none: it was done. */
export class StoryModel {
  state: State = empty()
  /** Ids given out per kind; never reused, not even after an undo. */
  readonly #given: Record<string, number> = {}

  #get(kind: string, id: unknown): Entity | undefined { return this.state.all[kind]?.[String(id)] }
  #list(key: string): string[] { return (this.state.lists[key] ??= []) }
  #drop(key: string, id: string): void { this.state.lists[key] = this.#list(key).filter((x) => x !== id) }
  #put(key: string, id: string, at: number): void { this.#list(key).splice(Math.min(at, this.#list(key).length), 0, id) }
  #every(kind: string): Entity[] { return Object.values(this.state.all[kind] ?? {}) }
  #live(scene: string): boolean { return this.#get('scene', scene)?.['status'] !== 'archived' }

  isPaid(promise: string): boolean { return Object.entries(this.state.beats).some(([key, beat]) => key.split('/')[0] === promise && beat.kind === 'payoff' && this.#live(key.split('/')[1] ?? '')) }
  /** Rule 4: whatever `change` does, fulfilled promises that lose their last payoff by it open. */
  #losing(change: () => void): void {
    const before = this.#every('promise').filter((p) => this.isPaid(p.id))
    change()
    for (const p of before) if (p['status'] === 'fulfilled' && this.#get('promise', p.id) && !this.isPaid(p.id)) p['status'] = 'open'
  }

  listKey(kind: string, entity: Entity): string { return kind === 'thread' ? `threads of ${String(entity['storyPhaseId'])}` : kind === 'scene' ? `scenes of thread ${String(entity['threadId'])}` : kind }

  #missing(kind: string, given: Fields): string[] {
    const links: Record<string, string> = { actId: 'act', storyPhaseId: 'phase', threadId: 'thread', chapterId: 'chapter', deadlineChapterId: 'chapter' }
    return Object.entries(links).some(([key, of]) => typeof given[key] === 'string' && !this.#get(of, given[key])) && kind !== '' ? ['ENTITY_NOT_FOUND'] : []
  }

  #sceneCodes(given: Fields): string[] {
    const codes: string[] = []
    const anchor = given['worldAnchor'] as Record<string, string | null> | undefined
    if (anchor?.['startInstant'] && anchor['endInstant'] && BigInt(anchor['startInstant']) > BigInt(anchor['endInstant'])) codes.push('ANCHOR_INVALID')
    const refs = (given['refs'] ?? []) as { relation: string; target: string }[]
    const pairs = refs.map((r) => `${r.relation} → ${r.target}`)
    if (new Set(pairs).size < pairs.length || refs.some((r) => (/:\/\//.test(r.target) ? !/^(thread:\/\/[1-9a-z0-9-]+|scene:\/\/[1-9]\d*)$/.test(r.target) : /^\/|\.\./.test(r.target)))) codes.push('REF_INVALID')
    return codes
  }

  #anchorCodes(anchor: Fields | undefined): string[] {
    if (!anchor) return []
    const { kind, id = null, path = null } = anchor
    if (kind === 'story') return id === null && path === null ? [] : ['ANCHOR_INVALID']
    if (kind === 'content') return id === null && typeof path === 'string' && !/^\/|\.\./.test(path) ? [] : ['ANCHOR_INVALID']
    if (id === null || path !== null) return ['ANCHOR_INVALID']
    return this.#get(String(kind), id) ? [] : ['ENTITY_NOT_FOUND']
  }

  refIsValid(target: string): boolean {
    const [, kind, id] = /^(promise|decision|thread|scene):\/\/(\d+)$/.exec(target) ?? []
    return kind === undefined ? !/:\/\/|^\/|\.\./.test(target) : this.#get(kind, id) !== undefined
  }

  #circle(self: string, from: unknown): boolean {
    for (let at = from, n = 0; typeof at === 'string' && n < 100; at = this.#get('decision', at)?.['supersededById'], n += 1) if (at === self) return true
    return false
  }

  incomplete(d: Entity): boolean {
    if (d['status'] === 'decided') return !d['decision'] || !d['motivation'] || !d['risk']
    if (d['status'] === 'dropped') return !d['note']
    return d['status'] === 'superseded' && (!this.#get('decision', d['supersededById']) || this.#circle(d.id, d['supersededById']))
  }

  #decide(before: Entity | undefined, next: Entity, given: Fields): string[] {
    const codes = this.#anchorCodes(given['anchor'] as Fields | undefined)
    const targets = [...((given['serves'] ?? []) as string[]), ...((given['dependsOn'] ?? []) as string[])]
    if (targets.some((t) => !this.refIsValid(t))) codes.push('REF_INVALID')
    const step = next['status'] === 'decided' && before?.['status'] !== 'decided'
    const options = (next['options'] as { option: string }[]).map((o) => o.option)
    const chosen = given['chosenOption']
    if (chosen !== undefined && !step) codes.push('ARGS_INVALID')
    if (chosen !== undefined && step && !options.includes(chosen as string)) codes.push('OPTION_UNKNOWN')
    if (step && given['rejectedAlternatives'] === undefined) next['rejectedAlternatives'] = options.filter((o) => o !== chosen).map((option) => ({ option, whyRejected: null }))
    delete next['chosenOption']
    if (next['status'] !== 'superseded') next['supersededById'] = null
    if (this.incomplete(next)) codes.push('DECISION_INCOMPLETE')
    return codes
  }

  #merged(kind: string, current: Entity | undefined, given: Fields): Entity {
    const next = structuredClone({ ...(current ?? { id: '', ...blanks[kind] }), ...given }) as Entity
    if (kind === 'chapter') next['brief'] = { ...((current ?? blanks['chapter'])?.['brief'] as Fields), ...(given['brief'] as Fields | undefined) }
    if (kind === 'scene') {
      next['worldAnchor'] = plainAnchor(next['worldAnchor'] as Fields)
      next['refs'] = (next['refs'] as Fields[]).map((r) => ({ ...r, note: r['note'] ?? null }))
    }
    if (kind === 'decision') {
      next['options'] = (next['options'] as Fields[]).map((o) => ({ option: o['option'], note: o['note'] ?? null }))
      next['rejectedAlternatives'] = (next['rejectedAlternatives'] as Fields[]).map((o) => ({ option: o['option'], whyRejected: o['whyRejected'] ?? null }))
      const anchor = next['anchor'] as Fields
      next['anchor'] = { kind: anchor['kind'], id: anchor['id'] ?? null, path: anchor['path'] ?? null }
    }
    return next
  }

  #place(kind: string, current: Entity | undefined, next: Entity): void {
    const { sortOrder, ...rest } = next
    this.state.all[kind] = { ...this.state.all[kind], [next.id]: rest as Entity }
    if (kind === 'promise' || kind === 'decision') return
    const key = this.listKey(kind, next)
    const old = current && this.listKey(kind, current)
    if (old !== key || sortOrder !== undefined) {
      if (old !== undefined) this.#drop(old, next.id)
      this.#put(key, next.id, (sortOrder as number | undefined) ?? Infinity)
    }
    if (kind !== 'scene' || current?.['chapterId'] === next['chapterId'] || (!current && next['chapterId'] === null)) return
    if (current && current['chapterId'] !== null) this.#drop(`scenes of chapter ${String(current['chapterId'])}`, next.id)
    if (next['chapterId'] !== null) this.#put(`scenes of chapter ${String(next['chapterId'])}`, next.id, Infinity)
  }

  save(kind: string, action: string, id: string | null, raw: Fields): string[] {
    if (!fits(kind, action, id, raw)) return ['ARGS_INVALID']
    const verb = verbs[kind]?.[action]
    const given = { ...(trimmed(raw) as Fields), ...(verb === undefined ? {} : { status: verb }) }
    const current = id === null ? undefined : this.#get(kind, id)
    if (id !== null && !current) return ['ENTITY_NOT_FOUND']
    const next = this.#merged(kind, current, given)
    const codes = [...this.#missing(kind, given), ...(kind === 'scene' ? this.#sceneCodes(given) : []), ...(kind === 'decision' ? this.#decide(current, next, given) : [])]
    if (kind !== 'scene' && this.#every(kind).some((e) => e['name'] === next['name'] && e.id !== next.id)) codes.push('NAME_TAKEN')
    if (codes.length > 0) return codes
    next.id = current?.id ?? this.nextId(kind)
    this.#losing(() => this.#place(kind, current, next))
    return []
  }

  nextId(kind: string): string { return String((this.#given[kind] = (this.#given[kind] ?? 0) + 1)) }

  beat(action: string, raw: Fields): string[] {
    if (!fits('beat', action, null, raw)) return ['ARGS_INVALID']
    const given = trimmed(raw) as Fields
    const promise = this.#get('promise', given['promiseId'])
    if (!promise || !this.#get('scene', given['sceneId'])) return ['ENTITY_NOT_FOUND']
    const key = `${String(given['promiseId'])}/${String(given['sceneId'])}`
    const old = this.state.beats[key]
    if (action === 'remove' && !old) return ['BEAT_NOT_FOUND']
    this.#losing(() => {
      if (action === 'remove') delete this.state.beats[key]
      else this.state.beats[key] = { kind: String(given['kind']), note: (given['note'] === undefined ? (old?.note ?? null) : given['note']) as string | null }
    })
    if (given['kind'] === 'payoff' && given['autoFulfill'] !== false && promise['status'] === 'open' && this.#live(String(given['sceneId']))) promise['status'] = 'fulfilled'
    return []
  }

  reorder(key: string, kind: string, owner: string | null, ids: string[]): string[] {
    if (owner !== null && !this.#get(kind, owner)) return ['ENTITY_NOT_FOUND']
    const now = this.#list(key)
    if (ids.length !== now.length || new Set(ids).size !== ids.length || ids.some((id) => !now.includes(id))) return ['ORDER_INCOMPLETE']
    this.state.lists[key] = [...ids]
    return []
  }

  /** What the trash and its way back need of the model's insides. */
  readonly inside = {
    get: (kind: string, id: unknown) => this.#get(kind, id), list: (key: string) => this.#list(key), drop: (key: string, id: string) => this.#drop(key, id), put: (key: string, id: string, at: number) => this.#put(key, id, at),
    every: (kind: string) => this.#every(kind), losing: (change: () => void) => this.#losing(change),
  }
}
