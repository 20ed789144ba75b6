import type { ProjectRuntime } from '../app/types'
import { judgePath } from '../project/paths/judge'
import { EXIT, type Command } from './command'
import { show } from './io'
import { sessionNumber } from './session-options'
import { parseOptions, required } from './usage'
import { withProject } from './with-project'

/** `judge path` (10, 06 §1.2): what the gate would say of a path, without touching it; the author's folders to read and those of skills count, those to write only for their session. */
export const judgePathCommand: Command = {
  usage: 'judge path PATH --project DIR [--op read|write] [--session ID] [--json]',
  does: 'Says whether a tool may read or write a path: {verdict: "allow"|"deny", reason}.',
  async run(argv, io) {
    const parsed = parseOptions(argv, { project: 'string', op: ['read', 'write'], session: 'string' }, { min: 1, max: 1, names: ['PATH'] })
    const [path = ''] = parsed.words
    const session = sessionNumber(parsed)
    const { verdict, reason } = await withProject(required(parsed, 'project'), io, {}, (runtime, core) => judgePath(runtime.project, path, {
      use: parsed.text('op') === 'write' ? 'create' : 'read', readRoots: [...(core.settings.get().config.read_roots ?? []), ...runtime.skills.roots()], writeRoots: rootsOf(runtime, session),
    }))
    show(io, parsed.json, { verdict, reason }, reason === '' ? verdict : `${verdict}: ${reason}`)
    return EXIT.ok
  },
}

const rootsOf = (runtime: ProjectRuntime, session: number | undefined): string[] => (session === undefined ? [] : runtime.writeRoots.of(runtime.agents.get(session).id))
