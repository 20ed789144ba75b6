import { join, resolve } from 'node:path'
import { createEnv } from '../project/env'
import { projectRoot } from '../project/open-project'
import { lookAtForeign, takeForeign, usualForeignDir, type Foreign } from '../scripts/import/foreign-folder'
import { EXIT, type Command } from './command'
import { assertHuman } from './human'
import { show } from './io'
import { toolBox } from './tools-of'
import { parseOptions } from './usage'

/** `tools import`: what of another program's tools folder could be taken over, and taking it; nothing is approved by it (08 §7). */
export const toolsImport: Command = {
  usage: 'tools import [DIR] [--take NAME…|--all] [--project DIR] [--json]',
  does: 'Looks at a folder of tools like ~/.nebflow/tools and says what can be taken over and what not and why; --take or --all takes it.',
  details: 'Tools go to ~/.wenqu/tools, or with --project to its .nbook/tools. Each must be approved before it can be called.',
  async run(argv, io) {
    const parsed = parseOptions(argv, { take: 'list', all: 'boolean', project: 'string' }, { min: 0, max: 1, names: ['DIR'] })
    const dir = resolve(parsed.words[0] ?? usualForeignDir())
    const project = parsed.text('project')
    const box = toolBox(project, io)
    const names = new Set([...box.registry.list().map((row) => row.tool.name), ...box.scripts.states().map((one) => one.name)])
    const found = lookAtForeign(dir, names)
    const chosen = parsed.flag('all') ? found.filter((one) => one.name !== null).map((one) => one.from) : parsed.list('take')
    if (chosen.length === 0) {
      show(io, parsed.json, { dir, tools: found }, found.map(lineOf).join('\n'))
      return EXIT.ok
    }
    assertHuman(io)
    const tools = project === undefined ? join(createEnv(io.env['WENQU_HOME']).home, 'tools') : join((await projectRoot(resolve(project))).dir, '.nbook', 'tools')
    const done = await takeForeign(dir, chosen, tools, names)
    show(io, parsed.json, done, [...done.taken.map(({ from, name }) => `${from}: taken as ${name}; approve it with: wenqu human trust --tool ${name}`), ...done.refused.map(({ from, why }) => `${from}: not taken: ${why}`)].join('\n'))
    return done.refused.length === 0 ? EXIT.ok : EXIT.fail
  },
}

const lineOf = ({ from, name, why, notes }: Foreign): string => [`${from}: ${name === null ? `cannot be taken: ${why ?? ''}` : `can be taken as ${name}`}`, ...notes.map((note) => `    ${note}`)].join('\n')
