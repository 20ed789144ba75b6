import type { ListedScript } from '../scripts/listed'
import { EXIT, type Command } from './command'
import { show } from './io'
import { toolBox } from './tools-of'
import { parseOptions } from './usage'

/** `tools list` (10): every definition, and for a profile which of them are in and why. */
export const toolsList: Command = {
  usage: 'tools list [--project DIR] [--profile K] [--role R] [--json]',
  does: 'Every definition: name, pack, risk, mutates, the state of script tools; for a profile its effective set with the reason of each.',
  async run(argv, io) {
    const parsed = parseOptions(argv, { project: 'string', profile: 'string', role: 'string' }, { min: 0, max: 0, names: [] })
    const box = toolBox(parsed.text('project'), io)
    const profile = parsed.text('profile')
    const grants = profile === undefined ? null : box.grants(profile, parsed.text('role') ?? 'root')
    const setOf = (name: string) => {
      const grant = grants?.find((each) => each.name === name)
      return grant === undefined ? {} : { set: grant.in ? 'in' : 'out', reason: grant.reason as string }
    }
    const scripts = box.listed()
    const rows: Row[] = box.registry.list().map(({ tool, pack }) => ({ name: tool.name, pack, risk: tool.risk, mutates: tool.mutates, gate: tool.gate, ...setOf(tool.name) }))
    const external = scripts.map((one) => scriptRow(one, one.state === 'approved' ? setOf(one.name) : grants === null ? {} : { set: 'out', reason: one.state === 'untrusted' ? 'not_mounted' : one.state }))
    const missing = (grants ?? []).filter((grant) => box.registry.get(grant.name) === undefined && !scripts.some((one) => one.name === grant.name)).map((grant) => ({ name: grant.name, pack: null, risk: null, mutates: null, gate: null, set: 'out', reason: grant.reason }))
    const all = [...rows, ...external, ...missing]
    const lines = all.map(lineOf)
    show(io, parsed.json, { profile: profile ?? null, tools: all }, lines.join('\n'))
    return EXIT.ok
  },
}

interface Row {
  name: string; pack: string | null; risk: string | null; mutates: boolean | null; gate: string | null; set?: string; reason?: string
  layer?: string; state?: string; hash?: string | null; why?: string | null; error?: ListedScript['error']; profiles?: readonly string[]
}

const scriptRow = ({ name, risk, mutates, layer, state, hash, why, error, profiles }: ListedScript, set: Pick<Row, 'set' | 'reason'>): Row =>
  ({ name, pack: 'ext', risk, mutates, gate: 'risk', layer, state, hash, why, error, profiles, ...set })

function lineOf(row: Row): string {
  const effect = row.mutates === null ? '-' : row.mutates ? 'mutates' : 'reads'
  const trouble = row.error === undefined || row.error === null ? (row.why ?? null) : `${row.error.code}${row.error.pointer === null ? '' : ` ${row.error.pointer}`}: ${row.error.message}`
  return [row.name.padEnd(26), row.pack ?? '-', row.risk ?? '-', effect, ...(row.set === undefined ? [] : [row.set, row.reason ?? '']), ...(row.state === undefined ? [] : [row.state]), ...(trouble === null ? [] : [trouble])].join('  ')
}
