import { fail } from '@shared/fault'
import { setTrust } from '../project/trust'
import { trashHandlers } from '../router/trash-handlers'
import { EXIT, type Command } from './command'
import { assertHuman } from './human'
import { humanAct } from './human-act'
import { show, type Io } from './io'
import { trustServer } from './trust-server'
import { trustTool } from './trust-tool'
import { parseOptions, required, UsageError, type Parsed } from './usage'
import { withProject } from './with-project'

/** As 05 §3 has it for `bash`; whoever trusts a folder is told at that moment. */
const trustMeans = 'Its assistants may now run shell commands without asking (unless approvals are strict), and the rules, profiles, skills and tools it brings count. What a command changes outside the novel is not recorded. --revoke takes it back.'

/** `human trust` (05 §4, 08 §7): this exact folder, or this tool's very content, on this machine. */
export const humanTrust: Command = {
  usage: 'human trust --project DIR [--revoke] | --mcp ALIAS --project DIR [--revoke] | --profile KEY --project DIR [--revoke] | --tool NAME [--project DIR] [--profiles K,…] [--do-not-ask] [--shell] [--revoke] [--json]',
  does: 'Trusts a project folder on this machine, consents to an MCP server as it stands in the settings, lets a profile of the project count with exactly its present content, or approves a script tool as it is now; --revoke takes it back.',
  async run(argv, io) {
    const parsed = parseOptions(argv, { project: 'string', tool: 'string', mcp: 'string', profile: 'string', profiles: 'string', 'do-not-ask': 'boolean', shell: 'boolean', revoke: 'boolean' }, { min: 0, max: 0, names: [] })
    if (parsed.text('mcp') !== undefined) return trustServer(parsed, io)
    if (parsed.text('profile') !== undefined) return trustProfile(parsed, io)
    if (parsed.text('tool') !== undefined) return trustTool(parsed, io)
    if (parsed.text('profiles') !== undefined || parsed.flag('do-not-ask') || parsed.flag('shell')) throw new UsageError('missing --tool')
    const dir = parsed.text('project')
    if (dir === undefined || dir === '') throw new UsageError('missing --project DIR, the folder to trust, or --tool NAME, the script tool to approve')
    assertHuman(io)
    const trusted = !parsed.flag('revoke')
    const path = await withProject(dir, io, {}, async ({ project }, core) => {
      await setTrust(core.env, project.dir, trusted)
      return project.dir
    })
    show(io, parsed.json, { dir: path, trusted }, `${path} is ${trusted ? `trusted.\n${trustMeans}` : 'not trusted.'}`)
    return EXIT.ok
  },
}

/** `human trust --profile` (04 §1): this very content of a project's profile, and no other. */
async function trustProfile(parsed: Parsed, io: Io): Promise<number> {
  const key = required(parsed, 'profile')
  const dir = required(parsed, 'project')
  assertHuman(io)
  const done = await withProject(dir, io, {}, async ({ profiles }) => {
    if (parsed.flag('revoke')) return { profile: key, enabled: false, changed: await profiles.disable(key), hash: null }
    const file = profiles.files().find((one) => one.layer === 'project' && one.key === key) ?? fail('PROFILE_UNKNOWN', `the project has no profile "${key.slice(0, 80)}" of its own.`, { actual: key })
    await profiles.enable(key, file.hash)
    return { profile: key, enabled: true, changed: !file.enabled, hash: file.hash }
  })
  show(io, parsed.json, done, done.enabled ? `${key} counts as it is now (${done.hash?.slice(0, 12) ?? ''}).` : done.changed ? `${key} no longer counts; the layer below does.` : `${key} was not enabled.`)
  return EXIT.ok
}

const itemHelp = '`wenqu human list trash` names the items.'

/** `human restore` (06 §7): an item of the trash back to its place. */
export const humanRestore = humanAct({
  usage: 'human restore ITEM --project DIR [--json]',
  does: 'Puts an item of the trash back at its place, or beside it if the name is taken.',
  details: itemHelp,
  name: 'ITEM',
  most: 1,
  act: (project, [id = ''], core) => trashHandlers['trash.restore']({ project, id }, { core, principal: 'human' }),
  said: ({ restoredTo }) => `Restored to ${restoredTo}.`,
})

/** `human purge`: the only physical deletion (06 §7). */
export const humanPurge = humanAct({
  usage: 'human purge ITEM --project DIR [--title TITLE] [--json]',
  does: 'Destroys an item of the trash for ever; a whole novel only with its exact title.',
  details: itemHelp,
  name: 'ITEM',
  most: 20,
  options: { title: 'string' },
  act: async (project, items, core, parsed) => {
    const ids = [...new Set(items)]
    const confirmTitle = parsed.text('title')
    const done = await trashHandlers['trash.purge']({ project, ids, ...(confirmTitle === undefined ? {} : { confirmTitle }) }, { core, principal: 'human' })
    if (done.purged < ids.length) fail('NOT_FOUND', `${done.purged} destroyed; ${ids.length === 1 ? `"${ids[0] ?? ''}" is no trash item` : `the other ${ids.length - done.purged} are no trash items`}.`)
    return done
  },
  said: ({ purged }) => `${purged} destroyed.`,
})
