import { actionProblems, beatProblems, idParameter } from '../../../story/actions'
import type { SavedKind } from '../../../story/fields'
import type { StorySave, StorySaved } from '../../../story/types'
import type { StoryScope } from '../../story-scope'
import type { Effect } from '@shared/tool-result'
import type { Prepared, Problem, Ran, ToolContext } from '../../types'
import { storyWaivers } from './get-story-list'

/** One input becomes one save of the story (02 §12). */
export interface SavePlan { save: StorySave; effects: Effect[]; projectRoot: string | undefined }
type Input = { action: string; projectRoot?: string | undefined } & Record<string, unknown>
type Kind = SavedKind | 'beat'

const focusFor: Partial<Record<SavedKind, readonly string[]>> = { thread: ['threadId'], scene: ['threadId', 'sceneId'] }

function saveOf(kind: Kind, { action, projectRoot: _projectRoot, ...given }: Input): StorySave {
  if (kind === 'beat') return { kind, action, id: null, fields: given }
  const { [idParameter(kind)]: id, ...fields } = given
  return { kind, action, id: typeof id === 'string' ? id : null, fields }
}

/** The action table as the tool's cross-field rules; parameters marked F may come from the focus. */
const checkSave = (kind: Kind) => (input: Input): Problem[] => {
  const save = saveOf(kind, input)
  return kind === 'beat' ? beatProblems(save.action, save.fields, ['sceneId']) : actionProblems(kind, save.action, save.id, save.fields, focusFor[kind])
}

/** Resolves the focus and does the whole save without keeping it. A save that changes nothing needs no gate (05 §2). */
async function prepareSave(kind: Kind, input: Input, stories: StoryScope, { caller }: ToolContext): Promise<Prepared<SavePlan>> {
  const story = stories.of(input.projectRoot)
  const renames = kind === 'chapter' && input['name'] !== undefined && input.action !== 'create'
  const save = { ...story.focused(saveOf(kind, input), caller.sessionId), prose: renames ? await story.prose() : [] }
  const { effects, result } = story.preview(save)
  return { plan: { save, effects, projectRoot: input.projectRoot }, effects, ...(result.done === 'unchanged' ? { refine: { mutates: false, risk: 'low' } as const } : {}) }
}

/** Commits exactly once for this call (04 §10). */
function runSave(plan: SavePlan, stories: StoryScope, { caller }: ToolContext): Ran<StorySaved> {
  const { sessionId, callId } = caller
  const saved = stories.of(plan.projectRoot).save(plan.save, { by: { actor: 'agent', sessionId, callId }, exactlyOnce: { sessionId, callId } })
  const changes = plan.effects.map((effect, i) => ({
    kind: 'story', target: i === 0 ? `${plan.projectRoot === undefined ? '' : `${plan.projectRoot}: `}${saved.kind} ${saved.id}` : effect.target, before: effect.before, after: effect.after,
  }))
  return { value: saved, changes, details: { entity: saved.entity, effects: saved.effects } }
}

/** `Act 1 "卷一" created.`, a sentence per effect, then the entity as one line of JSON (02 §9). */
function saySaved(saved: StorySaved, { save }: SavePlan): string {
  const focused = save.fromFocus ?? []
  const own = focused.includes(idParameter(saved.kind as SavedKind)) ? ' (from focus)' : ''
  const thread = saved.kind === 'scene' && focused.includes('threadId') ? [`Thread ${String(saved.entity['threadId'])} (from focus).`] : []
  const scene = save.kind === 'beat' && focused.includes('sceneId') ? [`Scene ${String(save.fields['sceneId'])} (from focus).`] : []
  const name = `${saved.kind.charAt(0).toUpperCase()}${saved.kind.slice(1)}`
  const first = `${name} ${saved.id} "${String(saved.entity['title'])}"${own} ${saved.done}.`
  return `${[first, ...thread, ...scene, ...saved.extra].join(' ')}\n${JSON.stringify(saved.entity)}`
}

/** All that is the same in the seven save tools; each adds its name, its words and its parameters. */
export const storySaving = (kind: Kind) => ({
  check: checkSave(kind),
  risk: 'medium',
  mutates: true,
  gate: 'mode',
  result: 'action',
  waivers: storyWaivers,
  needs: ['stories'],
  prepare: (input: Input, { stories }: { stories: StoryScope }, context: ToolContext) => prepareSave(kind, input, stories, context),
  run: (plan: SavePlan, { stories }: { stories: StoryScope }, context: ToolContext) => runSave(plan, stories, context),
  say: saySaved,
} as const)
