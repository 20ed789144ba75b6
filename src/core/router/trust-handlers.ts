import { fail, isFault } from '@shared/fault'
import type { Handlers } from '@shared/procedures'
import type { trustProcedures } from '@shared/procedures/trust'
import type { ProjectRuntime, RequestContext } from '../app/types'
import { readTrust, setTrust } from '../project/trust'
import { isSameRule, rememberable, type Remembered } from '../shell/judge/remember'
import { parseOwnRules } from '../shell/judge/own-rules'
import { projectRules } from '../shell/judge/rule-sources'
import type { OwnRule } from '../shell/judge/rules'
import { forgetRule, rememberRule } from '../shell/remembered-rules'

/** Every rule of the author's own as it stands, whether it counts now or not. */
function ownRules({ core }: RequestContext, { project }: ProjectRuntime): OwnRule[] {
  return [...parseOwnRules(core.settings.get().config.shell.allowlist, 'global', 'config.json').rules, ...projectRules(project.dir).rules]
}

/** The rule that a card offers. APPROVAL_UNKNOWN, REMEMBER_REFUSED. */
export function offeredRule(context: RequestContext, runtime: ProjectRuntime, id: string): Remembered {
  const { tool, args } = runtime.approvals.get(id)
  const command = args['command']
  if (tool !== 'Bash' || typeof command !== 'string') return fail('REMEMBER_REFUSED', 'only a command of Bash can be remembered.')
  const trusted = runtime.project.trusted()
  return rememberable(command, { trusted, own: trusted ? ownRules(context, runtime) : [] })
}

/** Stores the rule of a card that was approved, unless trust was taken away while the command ran. REMEMBER_REFUSED, SETTING_FILE_BROKEN. */
export async function remembered({ project }: ProjectRuntime, rule: Remembered): Promise<void> {
  if (!project.trusted()) fail('REMEMBER_REFUSED', 'the folder of this novel is no longer trusted.')
  await rememberRule(project.dir, rule)
  project.emit({ type: 'settings.changed' })
}

/** Remembered commands and trust, for the settings and the cards (05 §4, §7). */
export const trustHandlers: Handlers<keyof typeof trustProcedures, RequestContext> = {
  'rules.list': ({ project }, context) => {
    const runtime = context.core.get(project)
    return { trusted: runtime.project.trusted(), rules: ownRules(context, runtime).map(({ program, subcommand, label, source }) => ({ program, label: label ?? null, source, ...(subcommand === undefined ? {} : { subcommand }) })) }
  },
  'rules.offer': ({ project, id }, context) => {
    try {
      return { rule: offeredRule(context, context.core.get(project), id), why: null }
    } catch (error) {
      if (!isFault(error) || error.fault.code !== 'REMEMBER_REFUSED') throw error
      return { rule: null, why: error.fault.message }
    }
  },
  'rules.forget': async ({ project, program, subcommand, source }, { core }) => {
    const runtime = core.get(project)
    const rule = { program, ...(subcommand === undefined ? {} : { subcommand }) }
    if (source === 'nbook') {
      runtime.project.assertWritable()
      const forgotten = await forgetRule(runtime.project.dir, rule)
      runtime.project.emit({ type: 'settings.changed' })
      return { forgotten }
    }
    let forgotten = false
    await core.settings.update((config) => {
      const allowlist = config.shell.allowlist.filter((one) => !parseOwnRules([one], 'global', '').rules.some((each) => isSameRule(each, rule)))
      forgotten = allowlist.length < config.shell.allowlist.length
      return { ...config, shell: { ...config.shell, allowlist } }
    })
    return { forgotten }
  },
  'trust.list': ({ project }, { core }) => {
    const { project: opened, scripts } = core.get(project)
    const { trusted, error } = readTrust(core.env)
    const tools = scripts.states().filter((one) => one.approved !== null).map(({ name, layer, state, profiles, doNotAsk }) => ({ name, layer, state, profiles: [...profiles], doNotAsk }))
    return { folders: trusted.map((dir) => ({ dir, here: dir === opened.dir })), tools, error }
  },
  'trust.revokeFolder': async ({ dir }, { core }) => {
    await setTrust(core.env, dir, false)
    for (const { project } of core.opened()) if (project.dir === dir) project.emit({ type: 'trust.changed' })
    return {}
  },
}
