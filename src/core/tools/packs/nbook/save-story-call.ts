import { actionProblems, idParameter } from '../../../story/actions'
import type { SavedKind } from '../../../story/fields'
import type { StorySave, StorySaved, StoryService } from '../../../story/types'
import type { Effect } from '@shared/tool-result'
import type { Prepared, Problem, Ran, ToolContext } from '../../types'

/** What the four save tools share: one input becomes one save of the story (02 §12). */
export interface SavePlan { save: StorySave; effects: Effect[] }
type Input = { action: string } & Record<string, unknown>

const focusFor: Partial<Record<SavedKind, readonly string[]>> = { thread: ['threadId'], scene: ['threadId', 'sceneId'] }

function saveOf(kind: SavedKind, input: Input): StorySave {
  const { action, [idParameter(kind)]: id, ...fields } = input
  return { kind, action, id: typeof id === 'string' ? id : null, fields }
}

/** The action table as the tool's cross-field rules; parameters marked F may come from the focus. */
export const checkSave = (kind: SavedKind) => (input: Input): Problem[] => {
  const save = saveOf(kind, input)
  return actionProblems(kind, save.action, save.id, save.fields, focusFor[kind])
}

/** Resolves the focus and does the whole save without keeping it. A save that changes nothing needs no gate (05 §2). */
export async function prepareSave(kind: SavedKind, input: Input, story: StoryService, { caller }: ToolContext): Promise<Prepared<SavePlan>> {
  const renames = kind === 'chapter' && input['name'] !== undefined && input.action !== 'create'
  const save = { ...story.focused(saveOf(kind, input), caller.sessionId), prose: renames ? await story.prose() : [] }
  const { effects, result } = story.preview(save)
  return { plan: { save, effects }, effects, ...(result.done === 'unchanged' ? { refine: { mutates: false, risk: 'low' } as const } : {}) }
}

/** Commits exactly once for this call (04 §10). */
export function runSave(plan: SavePlan, story: StoryService, { caller }: ToolContext): Ran<StorySaved> {
  const { sessionId, callId } = caller
  const saved = story.save(plan.save, { by: { actor: 'agent', sessionId, callId }, exactlyOnce: { sessionId, callId } })
  const changes = plan.effects.map((effect, i) => ({
    kind: 'story', target: i === 0 ? `${saved.kind} ${saved.id}` : effect.target, before: effect.before, after: effect.after,
  }))
  return { value: saved, changes, details: { entity: saved.entity, effects: saved.effects } }
}

/** `Act 1 "卷一" created.`, a sentence per effect, then the entity as one line of JSON (02 §9). */
export function saySaved(saved: StorySaved, { save }: SavePlan): string {
  const focused = save.fromFocus ?? []
  const own = focused.includes(idParameter(saved.kind as SavedKind)) ? ' (from focus)' : ''
  const thread = saved.kind === 'scene' && focused.includes('threadId') ? [`Thread ${String(saved.entity['threadId'])} (from focus).`] : []
  const name = `${saved.kind.charAt(0).toUpperCase()}${saved.kind.slice(1)}`
  const first = `${name} ${saved.id} "${String(saved.entity['title'])}"${own} ${saved.done}.`
  return `${[first, ...thread, ...saved.extra].join(' ')}\n${JSON.stringify(saved.entity)}`
}
