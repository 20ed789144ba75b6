import { projectInfo } from '../project/info'
import { EXIT, type Command } from './command'
import { show } from './io'
import { parseOptions, required } from './usage'
import { withProject } from './with-project'

/** `project info` (10). */
export const projectInfoCommand: Command = {
  usage: 'project info --project DIR [--json]',
  does: 'Title, counts, 字数, sizes, trust and schema version of a project.',
  async run(argv, io) {
    const parsed = parseOptions(argv, { project: 'string', trust: 'boolean' }, { min: 0, max: 0, names: [] })
    const info = await withProject(required(parsed, 'project'), io, { trust: parsed.flag('trust') }, async (runtime) => projectInfo(runtime.project, runtime.story.counts(), await runtime.manuscript.prose()))
    const counts = Object.entries(info.counts).map(([name, count]) => `${name} ${count}`).join(', ')
    show(io, parsed.json, info, [
      `${info.title} (${info.slug}, ${info.locale})`, info.dir, `字数 ${info.words} (with punctuation ${info.wordsWithPunctuation})`, counts,
      `${info.bytes} bytes, ${info.trusted ? 'trusted' : 'not trusted'}, schema ${info.schemaVersion.project}/${info.schemaVersion.sessions}`,
    ].join('\n'))
    return EXIT.ok
  },
}
