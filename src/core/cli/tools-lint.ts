import { builtInTarget } from '../tools/lint/built-in-target'
import { countFindings, lintTools, reportOf } from '../tools/lint/lint'
import { demoUses } from '../tools/lint/uses'
import { createEnv } from '../project/env'
import { goneTools, releaseOf } from '../scripts/release'
import { EXIT, type Command } from './command'
import { show } from './io'
import { scriptTargets } from './script-lint'
import { tokenFindings } from './token-lint'
import { toolBox } from './tools-of'
import { parseOptions, projectDirOf } from './usage'

/** `tools lint` (10, 08 §9): the rules over built-in and external tools; exit 1 on an error. */
export const toolsLint: Command = {
  usage: 'tools lint [--project DIR] [--json]',
  does: 'Checks every tool definition against the rules for tools that models can use well; exit 1 on an error.',
  async run(argv, io) {
    const parsed = parseOptions(argv, { project: 'string' }, { min: 0, max: 0, names: [] })
    const box = toolBox(parsed.text('project'), io)
    const targets = await Promise.all(box.registry.list().map(builtInTarget))
    const states = box.scripts.states()
    const env = createEnv(io.env['WENQU_HOME'])
    const scripts = await scriptTargets(states, env.home)
    const broken = states.filter((one) => one.spec === null).map((one) => ({ tool: one.name, code: one.error?.code ?? 'TOOL_JSON', pointer: one.error?.pointer ?? null, message: one.error?.message ?? '' }))
    const release = releaseOf(env, states, projectDirOf(parsed))
    const found = lintTools([...targets, ...scripts.targets], { ...release, runs: scripts.runs, uses: [...demoUses(), ...release.uses], retired: goneTools(env, states, projectDirOf(parsed)).map((name) => ({ name, use: null })), profiles: box.profiles.list() })
    const findings = [...found, ...scripts.found, ...(await tokenFindings(box))]
    const { errors, warnings } = countFindings(findings, broken.length)
    for (const one of broken) io.err(`${one.tool} is not loaded: ${one.code}${one.pointer === null ? '' : ` ${one.pointer}`}: ${one.message}\n`)
    show(io, parsed.json, { errors, warnings, findings, broken }, reportOf(findings, broken.length))
    return errors === 0 ? EXIT.ok : EXIT.fail
  },
}
