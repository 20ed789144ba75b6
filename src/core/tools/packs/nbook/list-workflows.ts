import { z } from 'zod'
import { defineTool } from '../../define-tool'

/** `list_workflows` of 04 §12: what `run_workflow` can be given. */
export const listWorkflows = defineTool({
  name: 'list_workflows',
  operation: 'workflow.list',
  description: 'List the workflows that run_workflow can start, each with when to use it and its arguments, and the models that may be named for one.',
  input: z.strictObject({}),
  risk: 'low',
  mutates: false,
  gate: 'none',
  result: 'content',
  needs: ['workflows'],
  prepare: () => ({ plan: {}, effects: [] }),
  async run(_plan, { workflows }) {
    const found = await workflows.list()
    const usable = found.filter((one) => one.problem === null)
    const value = {
      workflows: usable.map(({ key, title, description, whenToUse, source, argsHint }) => ({ key, title, description, whenToUse, source, args: argsHint.map((hint) => ({ name: hint.name, label: hint.label, pick: hint.pick ?? null, default: hint.defaultValue })) })),
      models: workflows.models(), broken: found.flatMap((one) => (one.problem === null ? [] : [{ key: one.key, code: one.problem.code, message: one.problem.message }])),
    }
    return { value, changes: [], details: { workflows: usable.map(({ key, title, description, whenToUse, source }) => ({ key, title, description, whenToUse, source })), models: value.models } }
  },
  say: ({ workflows, models, broken }) => [
    ...(workflows.length === 0 ? ['No workflows.'] : workflows.map(({ key, title, description, whenToUse, source, args }) => `- ${key} (${title}, ${source}): ${[description, whenToUse].filter((text) => text !== '').join(' ')}${args.length === 0 ? '' : ` args: ${args.map((one) => `${one.name}${one.pick === null ? '' : ` [id of a ${one.pick}]`} = ${JSON.stringify(one.default)} (${one.label})`).join('; ')}`}`)),
    ...broken.map((one) => `- ${one.key}: cannot be used, ${one.code}: ${one.message}`), `Models: ${models.join(', ')}`,
  ].join('\n'),
})
