import { setTrust } from '../project/trust'
import { trashHandlers } from '../router/trash-handlers'
import { EXIT, type Command } from './command'
import { assertHuman } from './human'
import { show } from './io'
import { parseOptions, required } from './usage'
import { withProject } from './with-project'

/** `human trust` (05 §4): this exact folder, on this machine. */
export const humanTrust: Command = {
  usage: 'human trust --project DIR [--revoke] [--json]',
  does: 'Trusts a project folder on this machine, or takes the trust back.',
  async run(argv, io) {
    const parsed = parseOptions(argv, { project: 'string', revoke: 'boolean' }, { min: 0, max: 0, names: [] })
    const dir = required(parsed, 'project')
    assertHuman(io)
    const trusted = !parsed.flag('revoke')
    const path = await withProject(dir, io, {}, async ({ project }, core) => {
      await setTrust(core.env, project.dir, trusted)
      return project.dir
    })
    show(io, parsed.json, { dir: path, trusted }, `${path} is ${trusted ? 'trusted' : 'not trusted'}.`)
    return EXIT.ok
  },
}

/** `human restore` (06 §7): an item of the trash back to its place. */
export const humanRestore: Command = {
  usage: 'human restore ITEM --project DIR [--json]',
  does: 'Puts an item of the trash back at its place, or beside it if the name is taken.',
  async run(argv, io) {
    const parsed = parseOptions(argv, { project: 'string' }, { min: 1, max: 1, names: ['ITEM'] })
    const dir = required(parsed, 'project')
    assertHuman(io)
    const [id = ''] = parsed.words
    const done = await withProject(dir, io, {}, ({ project }, core) => trashHandlers['trash.restore']({ project: project.slug, id }, { core, principal: 'human' }))
    show(io, parsed.json, done, `Restored to ${done.restoredTo}.`)
    return EXIT.ok
  },
}

/** `human purge`: the only physical deletion (06 §7). */
export const humanPurge: Command = {
  usage: 'human purge ITEM --project DIR [--json]',
  does: 'Destroys an item of the trash for ever.',
  async run(argv, io) {
    const parsed = parseOptions(argv, { project: 'string' }, { min: 1, max: 20, names: ['ITEM'] })
    const dir = required(parsed, 'project')
    assertHuman(io)
    const done = await withProject(dir, io, {}, ({ project }, core) => trashHandlers['trash.purge']({ project: project.slug, ids: parsed.words }, { core, principal: 'human' }))
    show(io, parsed.json, done, `${done.purged} destroyed.`)
    return EXIT.ok
  },
}
