import { createHash } from 'node:crypto'
import type { Effect } from '@shared/tool-result'
import type { WorldIssue } from '@shared/world'
import { z } from 'zod'
import type { Printed } from '../../../sandbox/types'
import { commitScript } from '../../../world/script/commit-script'
import { runScript, type ScriptEnd, type ScriptRequest } from '../../../world/script/run-script'
import type { WorldSaved } from '../../../world/types'
import { defineTool } from '../../define-tool'
import type { ToolContext } from '../../types'
import { worldEffects } from '../../world-effects'
import type { WorldPlace } from '../../world-scope'
import { readOnlyText, readWriteText } from './execute-world-text'
import { projectShape, storyWaivers } from './get-story-list'

interface Plan { end: ScriptEnd; request: ScriptRequest; place: WorldPlace; effects: Effect[] }
interface Shown { data: string; saved: WorldSaved; notes: string[]; printed: Printed }

/** Equal for equal calls, so that an approved one sees the same chances (03 §5). */
const seedOf = (callId: string): number => createHash('sha256').update(callId).digest().readUInt32LE()

/** `execute_world` of 03 §5: the script runs while the call is prepared; what it wrote is asked about and saved afterwards, all or nothing. */
export const executeWorld = defineTool({
  name: 'execute_world',
  operation: 'world.execute',
  description: readWriteText,
  input: z.strictObject({ code: z.string().min(1).max(20_000).describe('Body of an async JavaScript function; world is there.'), projectRoot: projectShape.projectRoot.describe('Another open project, by folder. When omitted: this one.') }),
  risk: 'medium',
  mutates: true,
  gate: 'mode',
  result: 'content',
  variants: [{ when: { access: ['readonly', 'bare'] }, description: { text: readOnlyText, reason: 'this profile only reads the world' } }],
  waivers: storyWaivers.filter((waiver) => waiver.rule === 'P1-4'),
  needs: ['worlds'],
  async prepare({ code, projectRoot }, { worlds }, { caller, signal, startedAt }) {
    const place = worlds.at(projectRoot)
    const request: ScriptRequest = { code, write: worlds.mayWrite(caller.profileKey), startedAt: Date.parse(startedAt), seed: seedOf(caller.callId), signal }
    const end = await runScript(place.parts, request)
    const effects = worldEffects(end.effects, place.parts.world, end.run, place.of)
    if (effects.length > 0) place.assertWritable()
    return { plan: { end, request, place, effects }, effects, ...(effects.length === 0 ? { refine: { mutates: false, risk: 'low' } as const } : {}) }
  },
  async run(plan, _services, { caller, signal }) {
    const { end, saved } = await save(plan, caller, signal)
    const value: Shown = { data: end.data, saved, notes: end.notes, printed: end.printed }
    const changes = plan.effects.map(({ kind, target, before, after }) => ({ kind, target, before, after }))
    return { value, changes, details: { data: end.data, issues: saved.issues, written: { slices: saved.slices, patches: saved.patches } } }
  },
  say: ({ data, saved, notes, printed }) => [...savedLine(saved), data, ...saved.issues.map(issueLine), ...notes, ...printedLines(printed)].join('\n'),
})

async function save({ end, request, place, effects }: Plan, { sessionId, callId, reviewed }: ToolContext['caller'], signal: AbortSignal): Promise<{ end: ScriptEnd; saved: WorldSaved }> {
  if (effects.length === 0) return { end, saved: { slices: [], patches: 0, issues: end.effects.issues } }
  const own = place.of === null
  const how = { by: { actor: 'agent' as const, sessionId: own ? sessionId : null, callId: own ? callId : null }, exactlyOnce: { sessionId, callId: own ? callId : `${place.home}/${callId}` } }
  return commitScript(place.parts, { ...request, signal }, end, how, reviewed === true)
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 'es'}`

function savedLine({ slices, patches }: WorldSaved): string[] {
  return slices.length === 0 ? [] : [`[OK] Saved slice${slices.length === 1 ? '' : 's'} ${slices.join(', ')} (${plural(patches, 'patch')}).`]
}

function issueLine({ label, code, subjectId, path, attr, sliceId, message, explanation }: WorldIssue): string {
  return `${label} ${code} ${subjectId} ${path ?? attr}${sliceId === undefined ? '' : ` (slice ${sliceId})`}: ${message} Fix: ${explanation.suggestedAction}`
}

function printedLines({ text, more }: Printed): string[] {
  return [...(text === '' ? [] : [text.replace(/\n$/, '')]), ...(more === 0 ? [] : [`(console.log: ${more} more line${more === 1 ? '' : 's'} not shown)`])]
}
