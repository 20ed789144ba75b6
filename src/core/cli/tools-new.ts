import { join, resolve } from 'node:path'
import { createEnv } from '../project/env'
import { projectRoot } from '../project/open-project'
import { languages, writeScaffold, type Language } from '../scripts/scaffold'
import { asWord } from './as-word'
import { EXIT, type Command } from './command'
import { show } from './io'
import { toolBox } from './tools-of'
import { parseOptions, required } from './usage'

/** `tools new` (10, 08 §8): a script tool to start from. */
export const toolsNew: Command = {
  usage: 'tools new NAME --lang sh|py|js [--project DIR] [--json]',
  does: 'Writes a small script tool that works: in the .nbook/tools of a project, else in ~/.wenqu/tools.',
  async run(argv, io) {
    const parsed = parseOptions(argv, { lang: languages, project: 'string' }, { min: 1, max: 1, names: ['NAME'] })
    const [name = ''] = parsed.words
    const language = required(parsed, 'lang') as Language
    const env = createEnv(io.env['WENQU_HOME'])
    const project = parsed.text('project')
    const root = project === undefined ? undefined : (await projectRoot(resolve(project))).dir
    const tools = root === undefined ? join(env.home, 'tools') : join(root, '.nbook', 'tools')
    const { dir, files } = await writeScaffold({ tools, name, language, today: env.now().toISOString().slice(0, 10) }, toolBox(root, io).scripts)
    show(io, parsed.json, { name, dir, files }, `${dir}\n${files.map((file) => `  ${file}`).join('\n')}\nTry it: wenqu tools test ${name}${project === undefined ? '' : ` --project ${asWord(project)}`}`)
    return EXIT.ok
  },
}
