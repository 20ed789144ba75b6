import { judgePath } from '../project/paths/judge'
import { EXIT, type Command } from './command'
import { show } from './io'
import { parseOptions, required } from './usage'
import { withProject } from './with-project'

/** `judge path` (10, 06 §1.2): what the gate would say of a path, without touching it. */
export const judgePathCommand: Command = {
  usage: 'judge path PATH --project DIR [--op read|write] [--json]',
  does: 'Says whether a tool may read or write a path: {verdict: "allow"|"deny", reason}.',
  async run(argv, io) {
    const parsed = parseOptions(argv, { project: 'string', op: ['read', 'write'] }, { min: 1, max: 1, names: ['PATH'] })
    const [path = ''] = parsed.words
    const { verdict, reason } = await withProject(required(parsed, 'project'), io, {}, ({ project }) => judgePath(project, path, parsed.text('op') === 'write' ? 'create' : 'read'))
    show(io, parsed.json, { verdict, reason }, reason === '' ? verdict : `${verdict}: ${reason}`)
    return EXIT.ok
  },
}
