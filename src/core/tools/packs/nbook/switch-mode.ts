import { fail, isFault } from '@shared/fault'
import type { Effect } from '@shared/tool-result'
import { z } from 'zod'
import type { FileService } from '../../file-service'
import { defineTool } from '../../define-tool'
import type { Caller } from '../../types'

/** `switch_mode` of 04 §5: always asks; with a plan file the author sees the plan. */
export const switchMode = defineTool({
  name: 'switch_mode',
  operation: 'session.switchMode',
  description: 'Ask the author to change the work mode of this session: normal, discuss or plan. Use when a plan is ready, or when the work needs another mode.',
  input: z.strictObject({
    targetMode: z.enum(['normal', 'discuss', 'plan']).describe('The mode to change to.'),
    reason: z.string().max(2_000).optional().describe('Why, in a sentence for the author. When omitted: none is shown.'),
    planFilePath: z.string().optional().describe('The plan, a .md file directly in .agent/plan/; only to normal. When omitted: no plan is shown.'),
  }),
  risk: 'low',
  mutates: false,
  gate: 'always',
  result: 'action',
  roles: ['root'],
  needs: ['files', 'sessionMode'],
  async prepare({ targetMode, reason, planFilePath }, { files }, { caller, settings }) {
    if (targetMode === settings.workMode) fail('MODE_SAME', `the session is in ${targetMode} mode already.`)
    if (planFilePath !== undefined && targetMode !== 'normal') fail('PLAN_PATH', 'planFilePath goes with targetMode normal only.', { pointer: '/planFilePath' })
    const plan = planFilePath === undefined ? null : await planFile(files, caller, planFilePath)
    const effects: Effect[] = [{ kind: 'mode', target: 'work mode', resolved: null, before: settings.workMode, after: targetMode, action: 'change', preview: reason ?? '', fields: [{ field: 'workMode', from: settings.workMode, to: targetMode }] }]
    if (plan !== null) effects.push({ kind: 'plan', target: plan.path, resolved: null, before: plan.hash, after: plan.hash, action: 'show', preview: plan.text })
    return { plan: { mode: targetMode, from: settings.workMode, planFilePath: plan?.path ?? null }, effects }
  },
  run(plan, { sessionMode }, { caller }) {
    sessionMode.switchTo(caller.sessionId, plan.mode)
    return { value: plan, changes: [], control: { kind: 'mode', mode: plan.mode, planFilePath: plan.planFilePath } }
  },
  say: ({ mode, from, planFilePath }) => `Mode changed from ${from} to ${mode}${planFilePath === null ? '' : `; plan: ${planFilePath}`}.`,
})

async function planFile(files: FileService, caller: Caller, path: string): Promise<{ path: string; text: string; hash: string }> {
  try {
    const place = await files.authorize(caller, path, 'read')
    if (!files.isPlanFile(place)) fail('PLAN_PATH', `"${path}" is not a .md file directly in .agent/plan/.`, { pointer: '/planFilePath' })
    const { text, hash } = await files.text(place)
    return { path: place.shown, text, hash }
  } catch (error) {
    if (isFault(error) && error.fault.code !== 'PLAN_PATH') fail('PLAN_PATH', `the plan cannot be read: ${error.fault.message}`, { pointer: '/planFilePath' })
    throw error
  }
}
