import { whyNoTools } from '../mcp/pinned-tools'
import { toolRows, type ToolRow } from '../scripts/tool-rows'
import { EXIT, type Command } from './command'
import { show } from './io'
import { toolBox } from './tools-of'
import { parseOptions } from './usage'

/** `tools list` (10): every definition, and for a profile which of them are in and why. */
export const toolsList: Command = {
  usage: 'tools list [--project DIR] [--profile K] [--role R] [--json]',
  does: 'Every definition: name, pack, risk, mutates, the state of script tools; with a project its MCP servers and the tools accepted of them, deferred ones too; for a profile its effective set with the reason of each.',
  async run(argv, io) {
    const parsed = parseOptions(argv, { project: 'string', profile: 'string', role: 'string' }, { min: 0, max: 0, names: [] })
    const box = toolBox(parsed.text('project'), io)
    const profile = parsed.text('profile')
    const grants = profile === undefined ? null : box.grants(profile, parsed.text('role') ?? 'root')
    const all = toolRows([...box.registry.list(), ...box.servers], box.listed(), grants)
    const lines = all.map(lineOf)
    const servers = box.serverStates.map((server) => ({ alias: server.entry.alias, layer: server.entry.layer, state: server.state, why: whyNoTools(server) }))
    for (const { alias, why } of servers) if (why !== null) io.err(`No tools of server "${alias}": ${why}.\n`)
    if (parsed.text('project') === undefined) io.err('Tools of MCP servers belong to a project; --project DIR lists them.\n')
    show(io, parsed.json, { profile: profile ?? null, tools: all, servers }, lines.join('\n'))
    return EXIT.ok
  },
}

function lineOf(row: ToolRow): string {
  const effect = row.mutates === null ? '-' : row.mutates ? 'mutates' : 'reads'
  const trouble = row.error === undefined || row.error === null ? (row.why ?? null) : `${row.error.code}${row.error.pointer === null ? '' : ` ${row.error.pointer}`}: ${row.error.message}`
  return [row.name.padEnd(26), row.pack ?? '-', row.risk ?? '-', effect, ...(row.set === undefined ? [] : [row.set, row.reason ?? '']), ...(row.state === undefined ? [] : [row.state]), ...(trouble === null ? [] : [trouble])].join('  ')
}
