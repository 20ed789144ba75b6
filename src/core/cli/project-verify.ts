import { isFault } from '@shared/fault'
import { verifyWorld } from '../app/verify-world'
import { verifyClosed, verifyProject } from '../project/verify'
import { EXIT, type Command } from './command'
import { show } from './io'
import { parseOptions, required } from './usage'
import { withCore } from './with-project'

/** `project verify` (10): what is wrong in a project; exit 1 when anything is, which a notice is not. A damaged database is looked at without opening the project. */
export const projectVerify: Command = {
  usage: 'project verify --project DIR [--json]',
  does: 'Checks both databases, orphans, references, the world and the journal against the disk; exit 1 when anything is wrong.',
  async run(argv, io) {
    const parsed = parseOptions(argv, { project: 'string' }, { min: 0, max: 0, names: [] })
    const dir = required(parsed, 'project')
    const findings = await withCore(io, async (core) => {
      try {
        const { project, manuscript, world } = await core.open(dir)
        return [...(await verifyProject(project, await manuscript.prose())), ...verifyWorld(world)]
      } catch (error) {
        const damaged = isFault(error) ? verifyClosed(dir, core.env) : []
        if (damaged.length === 0) throw error
        return damaged
      }
    })
    const lines = findings.map(({ severity, code, message, path }) => [severity, code, message, ...(path === null || message.includes(path) ? [] : [path])].join(' '))
    const ok = findings.every((each) => each.severity === 'notice')
    show(io, parsed.json, { ok, findings }, [...lines, ...(ok ? ['Nothing is wrong.'] : [])].join('\n'))
    return ok ? EXIT.ok : EXIT.fail
  },
}
