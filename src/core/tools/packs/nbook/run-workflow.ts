import { fail } from '@shared/fault'
import type { Effect } from '@shared/tool-result'
import { z } from 'zod'
import { hashOf } from '../../canonical'
import { defineTool } from '../../define-tool'
import { LONGEST_WAIT } from '../../longest-wait'

const NOETA_SCRIPT = 16_000
const CORE = 'Run a workflow: a script that lets several assistants work in order or side by side, after the author has seen and approved it.'

/** `run_workflow` of 04 §12, for both packs: the author approves the script each time; it works in the background unless waited for. */
export const runWorkflow = defineTool({
  name: 'run_workflow',
  operation: 'workflow.run',
  description: `${CORE} list_workflows says which there are.\n\nA script is TypeScript: export default { key, title, description, run: async (wf, args) => … }. wf has agents.create|invoke, map, all, workspace.read|chapters({from,to,written}), ask, log, progress, chart. Without wait the result comes as a message.`,
  input: z.strictObject({
    workflowKey: z.string().min(1).max(48).optional().describe('A workflow by its key. When omitted: script is run.'),
    script: z.string().min(1).max(64_000).optional().describe('A script of your own. When omitted: workflowKey is run.'),
    args: z.unknown().optional().describe('What the workflow is given, as JSON. When omitted: {}.'),
    model: z.string().min(1).optional().describe('Model of its assistants. When omitted: their usual one.'),
    wait: z.boolean().optional().describe('Wait for the result; then it may not ask the author. When omitted: false.'),
  }),
  risk: 'low',
  mutates: false,
  gate: 'always',
  result: 'action',
  caps: { timeoutMs: LONGEST_WAIT },
  roles: ['root'],
  variants: [{
    when: { packs: ['noeta'] },
    description: { text: `${CORE}\n\nThe script is the body of an async function with agent(goal, {agent, schema}), parallel(items), log(text) and args, and ends with return. No import, Date or Math.random. The result comes as a message.`, reason: 'noeta has its own dialect of scripts' },
    params: {
      workflowKey: { hide: true, reason: 'noeta gives a script' }, model: { hide: true, reason: 'noeta names no model' }, wait: { hide: true, reason: 'noeta is told the result' },
      script: { required: true, reason: 'noeta gives a script', description: `The script, at most ${NOETA_SCRIPT.toLocaleString('en')} characters.` },
    },
  }],
  live: ({ workflows }) => ({ workflowKey: workflows.keys() }),
  needs: ['workflows'],
  async prepare({ workflowKey, script, args, model, wait }, { workflows }, { caller }) {
    const surface = workflows.surface(caller.profileKey)
    if (surface === 'noeta' && script !== undefined && script.length > NOETA_SCRIPT) fail('ARGS_INVALID', `the script has ${script.length} characters.`, { pointer: '/script', expected: `at most ${NOETA_SCRIPT}` })
    const plan = await workflows.prepare({ workflowKey, script, args, model, surface })
    const { workflow } = plan
    const effect: Effect = {
      kind: 'workflow', target: workflow.title, resolved: workflow.key, before: null, after: hashOf(workflow.script), action: 'run', preview: workflow.script,
      fields: [{ field: 'args', from: null, to: plan.args }, { field: 'model', from: null, to: plan.model }, { field: 'source', from: null, to: workflow.source }, { field: 'wait', from: null, to: wait === true }],
    }
    return { plan: { plan, wait: wait === true }, effects: [effect] }
  },
  async run({ plan, wait }, { workflows }, { caller, signal }) {
    const { jobId, runId } = workflows.start(plan, { ownerId: caller.sessionId, callId: caller.callId, wait })
    const started = { jobId, runId, workflowKey: plan.workflow.key, status: 'started', background: true }
    if (!wait) return { value: `${plan.workflow.title} started as ${jobId}; its result comes as a message. Go on with something else.`, changes: [], details: started }
    const end = await workflows.wait(jobId, signal)
    const { result, error } = end
    const text = typeof result === 'string' ? result : JSON.stringify(result, null, 2)
    if (end.status === 'completed') return { value: `${plan.workflow.title} is done.\n${text}`, changes: [], details: { ...end } }
    return { value: `${plan.workflow.title} was ${end.status}${error === null ? '' : `: ${error.message}`}. What is finished: get_job ${jobId}.`, changes: [], details: { ...end }, failure: { code: error?.code ?? (end.status === 'cancelled' ? 'CANCELLED' : 'WORKFLOW_FAILED') } }
  },
  say: (text) => text,
})
