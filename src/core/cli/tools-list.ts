import { EXIT, type Command } from './command'
import { show } from './io'
import { toolBox } from './tools-of'
import { parseOptions } from './usage'

/** `tools list` (10): every definition, and for a profile which of them are in and why. */
export const toolsList: Command = {
  usage: 'tools list [--project DIR] [--profile K] [--role R] [--json]',
  does: 'Every definition: name, pack, risk, mutates; for a profile its effective set with the reason of each.',
  async run(argv, io) {
    const parsed = parseOptions(argv, { project: 'string', profile: 'string', role: 'string' }, { min: 0, max: 0, names: [] })
    const box = toolBox(parsed.text('project'), io)
    const profile = parsed.text('profile')
    const grants = profile === undefined ? null : box.grants(profile, parsed.text('role') ?? 'root')
    const rows = box.registry.list().map(({ tool, pack }) => {
      const grant = grants?.find((each) => each.name === tool.name)
      return { name: tool.name, pack, risk: tool.risk, mutates: tool.mutates, gate: tool.gate, ...(grant === undefined ? {} : { set: grant.in ? 'in' : 'out', reason: grant.reason }) }
    })
    const missing = (grants ?? []).filter((grant) => box.registry.get(grant.name) === undefined).map((grant) => ({ name: grant.name, pack: null, risk: null, mutates: null, gate: null, set: 'out', reason: grant.reason }))
    const all = [...rows, ...missing]
    const lines = all.map((row) => [row.name.padEnd(26), row.pack ?? '-', row.risk ?? '-', row.mutates === true ? 'mutates' : 'reads', ...('set' in row ? [row.set, row.reason] : [])].join('  '))
    show(io, parsed.json, { profile: profile ?? null, tools: all }, lines.join('\n'))
    return EXIT.ok
  },
}
