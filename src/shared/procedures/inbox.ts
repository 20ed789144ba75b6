import { z } from 'zod'
import { Effect } from '../tool-result'
import { human, open } from './procedure'

/** A change that a dry run worked out and nobody has written (06 §4). */
export const Proposal = z.object({
  id: z.string(), at: z.string(), sessionId: z.number(), callId: z.string(), tool: z.string(), path: z.string(), /** Hash of what the file held; null: there was none. */ base: z.string().nullable(), after: z.string(),
  diff: z.string(), added: z.number(), removed: z.number(), state: z.enum(['new', 'kept', 'applied', 'reverted']), settledAt: z.string().nullable(),
})
export type Proposal = z.infer<typeof Proposal>

/** Names the journal rows an item stands for, or a proposal: acting on it never touches what came later. */
export const ChangeId = z.string().regex(/^((file|story|world):\d{1,15}(\.\d{1,15}){0,999}|proposal:pr_[0-9A-Z]{26})$/)
export const ChangeState = z.enum(['new', 'kept', 'applied', 'reverted'])
export type ChangeState = z.infer<typeof ChangeState>

/** One file, entity or slice that somebody else changed, or would change; changes that follow each other in one run are one item. */
export const ChangeItem = z.object({
  id: ChangeId, area: z.enum(['file', 'story', 'world', 'proposal']), at: z.string(), kind: z.enum(['create', 'modify', 'delete', 'move']),
  /** A path, or the title of an entity. */ name: z.string(), movedTo: z.string().nullable(), /** scene, promise, slice …; null for files. */ entity: z.string().nullable(),
  /** Lines; null where there are none to count. */ added: z.number().nullable(), removed: z.number().nullable(), /** 字数 more or less. */ words: z.number().nullable(), state: ChangeState,
})
export type ChangeItem = z.infer<typeof ChangeItem>
/** What one run of a session did, or what one day brought from outside. */
export const ChangeGroup = z.object({
  id: z.string(), actor: z.enum(['agent', 'shell', 'script', 'outside', 'restore']), sessionId: z.number().nullable(), sessionTitle: z.string().nullable(), profileKey: z.string().nullable(), at: z.string(), items: z.array(ChangeItem),
})
export type ChangeGroup = z.infer<typeof ChangeGroup>

/** A field as it was, as the change made it, as it is now. */
export const FieldClash = z.object({ target: z.string(), field: z.string(), before: z.unknown(), after: z.unknown(), now: z.unknown() })
/** Nothing was done: what stands there is no longer what the change left, and both cannot stand (06 §7). */
export const Clash = z.object({
  id: ChangeId, act: z.enum(['revert', 'apply']), why: z.enum(['changed', 'gone', 'taken']),
  /** The text that would be put there and the present one; `parts` are both together, in order: lines they agree on (`wanted` null), or what each has. `hash` is that of the present file. */
  text: z.object({ path: z.string(), wanted: z.string().nullable(), now: z.string().nullable(), parts: z.array(z.object({ lines: z.array(z.string()), wanted: z.array(z.string()).nullable() })), hash: z.string().nullable() }).nullable(),
  fields: z.array(FieldClash),
})
export type Clash = z.infer<typeof Clash>
/** `merged`: later changes elsewhere in it were kept. */
export const Decided = z.object({ done: z.boolean(), merged: z.boolean(), clash: Clash.nullable() })
export type Decided = z.infer<typeof Decided>

const inProject = { project: z.string() }
const one = { ...inProject, id: ChangeId }

export const inboxProcedures = {
  'inbox.list': open('What others changed and proposals, by session and run, newest first; `all` also shows what was settled.', z.strictObject({ ...inProject, view: z.enum(['new', 'all']), limit: z.number().int().min(1).max(2_000).default(300) }),
    z.object({ groups: z.array(ChangeGroup), /** How many items wait. */ waiting: z.number(), more: z.boolean() })),
  'inbox.show': open('What an item changed or would change, drawn like an approval: diffs of texts, fields of entities, patches of slices.', z.strictObject(one), z.object({ item: ChangeItem, effects: z.array(Effect) })),
  'inbox.keep': human('Marks items as seen; they stay in the history.', z.strictObject({ ...inProject, ids: z.array(ChangeId).min(1).max(2_000) }), z.object({ kept: z.number() })),
  'inbox.revert': human('Takes one item back: writes what was before if nothing changed since, merges if it can, else says what clashes. A proposal is only put aside.', z.strictObject(one), Decided),
  'inbox.revertAll': human('Takes several items back, newest first; those that clash are left and named.', z.strictObject({ ...inProject, ids: z.array(ChangeId).min(1).max(2_000) }), z.object({ reverted: z.number(), left: z.array(z.object({ id: ChangeId, why: z.string() })) })),
  'inbox.apply': human('Writes a proposal while its file is as it was; else says what clashes.', z.strictObject(one), Decided),
  'inbox.resolve': human("The author's answer to a clash: a text of their own while the file still has `hash`, the whole as wanted, or of fields only those nobody changed since. STALE_READ.", z.strictObject({
    ...one, act: z.enum(['revert', 'apply']), answer: z.union([z.strictObject({ text: z.string(), hash: z.string().nullable() }), z.strictObject({ whole: z.literal(true), hash: z.string().nullable() }), z.strictObject({ rest: z.literal(true) })]),
  }), Decided),
} as const
