import type { Core } from '../app/types'
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

interface TrashAct<T> { usage: string; does: string; most: number; act(project: string, items: readonly string[], core: Core): T | Promise<T>; said(done: Awaited<T>): string }

/** What the author alone may do with items of the trash. */
const trashAct = <T>({ usage, does, most, act, said }: TrashAct<T>): Command => ({
  usage, does,
  async run(argv, io) {
    const parsed = parseOptions(argv, { project: 'string' }, { min: 1, max: most, names: ['ITEM'] })
    const dir = required(parsed, 'project')
    assertHuman(io)
    const done = await withProject(dir, io, {}, async ({ project }, core) => act(project.slug, parsed.words, core))
    show(io, parsed.json, done, said(done))
    return EXIT.ok
  },
})

/** `human restore` (06 §7): an item of the trash back to its place. */
export const humanRestore = trashAct({
  usage: 'human restore ITEM --project DIR [--json]',
  does: 'Puts an item of the trash back at its place, or beside it if the name is taken.',
  most: 1,
  act: (project, [id = ''], core) => trashHandlers['trash.restore']({ project, id }, { core, principal: 'human' }),
  said: ({ restoredTo }) => `Restored to ${restoredTo}.`,
})

/** `human purge`: the only physical deletion (06 §7). */
export const humanPurge = trashAct({
  usage: 'human purge ITEM --project DIR [--json]',
  does: 'Destroys an item of the trash for ever.',
  most: 20,
  act: (project, items, core) => trashHandlers['trash.purge']({ project, ids: [...items] }, { core, principal: 'human' }),
  said: ({ purged }) => `${purged} destroyed.`,
})
