import { fail } from '@shared/fault'
import { nearestNames } from '../tools/nearest'
import { countTokens } from '../tools/token-count'
import { EXIT, type Command } from './command'
import { show } from './io'
import { toolBox } from './tools-of'
import { parseOptions } from './usage'

/** `tools show` (10): the definition as a model sees it, its hash and token count; absent for a role or profile that has it not. */
export const toolsShow: Command = {
  usage: 'tools show NAME [--role R] [--profile K] [--project DIR] [--json]',
  does: 'The definition as a model sees it (name, description, JSON Schema), its hash and token count.',
  async run(argv, io) {
    const parsed = parseOptions(argv, { project: 'string', profile: 'string', role: 'string' }, { min: 1, max: 1, names: ['NAME'] })
    const [name = ''] = parsed.words
    const box = toolBox(parsed.text('project'), io)
    const found = box.registry.get(name) ?? fail('TOOL_UNKNOWN', `there is no tool "${name.slice(0, 80)}". Nearest: ${nearestNames(name, box.registry.list().map((row) => row.tool.name)).join(', ')}.`)
    const profile = parsed.text('profile')
    const role = parsed.text('role')
    if (profile !== undefined || role !== undefined) {
      const grant = box.grant(name, profile ?? 'leader.default', role ?? 'root')
      if (!grant.in) fail('TOOL_NOT_GRANTED', `${name} is absent: ${grant.reason}.`, { data: { reason: grant.reason } })
    }
    const definition = { name, description: found.tool.description, inputSchema: found.inputSchema }
    const tokens = await countTokens(definition)
    show(io, parsed.json, { ...definition, hash: found.hash, tokens }, `${name}\n${definition.description}\n\n${JSON.stringify(definition.inputSchema, null, 2)}\n\nsha256 ${found.hash}\n${tokens} tokens`)
    return EXIT.ok
  },
}
