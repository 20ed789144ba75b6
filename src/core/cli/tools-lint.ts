import { builtInTarget } from '../tools/lint/built-in-target'
import { countFindings, lintTools, reportOf } from '../tools/lint/lint'
import { demoUses } from '../tools/lint/uses'
import { EXIT, type Command } from './command'
import { show } from './io'
import { toolBox } from './tools-of'
import { parseOptions } from './usage'

/** `tools lint` (10, 08 §9): the rules over built-in and external tools; exit 1 on an error. */
export const toolsLint: Command = {
  usage: 'tools lint [--project DIR] [--json]',
  does: 'Checks every tool definition against the rules for tools that models can use well; exit 1 on an error.',
  async run(argv, io) {
    const parsed = parseOptions(argv, { project: 'string' }, { min: 0, max: 0, names: [] })
    const box = toolBox(parsed.text('project'), io)
    const targets = await Promise.all(box.registry.list().map(builtInTarget))
    const findings = lintTools(targets, { released: new Map(), uses: demoUses(), retired: [], profiles: box.profiles.list() })
    const { errors, warnings } = countFindings(findings)
    show(io, parsed.json, { errors, warnings, findings }, reportOf(findings))
    return errors === 0 ? EXIT.ok : EXIT.fail
  },
}
