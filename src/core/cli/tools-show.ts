import { fail } from '@shared/fault'
import { nearestNames } from '@shared/nearest'
import type { Registered } from '../tools/registry'
import { countTokens } from '../tools/token-count'
import { viewFor, type View } from '../tools/variant-view'
import { accessOf } from '../tools/variants'
import { EXIT, type Command } from './command'
import { show } from './io'
import { definitionOf, toolBox, type ToolBox } from './tools-of'
import { parseOptions } from './usage'

/** `tools show` (10): the definition as a model sees it, its hash and token count; absent for a role or profile that has it not. */
export const toolsShow: Command = {
  usage: 'tools show NAME [--role R] [--profile K] [--project DIR] [--json]',
  does: 'The definition as a model sees it (name, description, JSON Schema), its hash and token count.',
  async run(argv, io) {
    const parsed = parseOptions(argv, { project: 'string', profile: 'string', role: 'string' }, { min: 1, max: 1, names: ['NAME'] })
    const [name = ''] = parsed.words
    const box = toolBox(parsed.text('project'), io)
    const found = definitionOf(box, name) ?? fail('TOOL_UNKNOWN', `there is no tool "${name.slice(0, 80)}". Nearest: ${nearestNames(name, [...[...box.registry.list(), ...box.servers].map((row) => row.tool.name), ...box.scripts.states().map((one) => one.name)]).join(', ')}.`)
    const { description, inputSchema, hash } = viewOf(box, found, parsed.text('profile'), parsed.text('role') ?? 'root')
    const definition = { name: found.tool.name, description, inputSchema }
    const script = found.pack === 'ext' ? box.scripts.find(name) : undefined
    const state = script === undefined ? {} : { state: script.state, why: script.why, content: script.hash, layer: script.layer }
    const tokens = await countTokens(definition)
    show(io, parsed.json, { ...definition, hash, tokens, ...state }, `${definition.name}${script === undefined ? '' : ` (${script.state})`}\n${description}\n\n${JSON.stringify(inputSchema, null, 2)}\n\nsha256 ${hash}\n${tokens} tokens`)
    return EXIT.ok
  },
}

/** What a caller of this profile and role is shown; without a profile the role alone decides (08 §3). */
function viewOf(box: ToolBox, found: Registered, profileKey: string | undefined, role: string): View {
  const { name } = found.tool
  const profile = profileKey === undefined ? null : box.profiles.get(profileKey)
  const grant = profile === null ? null : box.grant(name, profile.key, role)
  const view = viewFor(found, { pack: profile?.pack ?? found.pack, role, access: profile === null ? null : accessOf(name, profile.tools) })
  if (view !== null && grant?.in !== false) return view
  const reason = grant?.in === false ? grant.reason : 'role'
  return fail('TOOL_NOT_GRANTED', `${name} is absent: ${reason}.`, { data: { reason } })
}
