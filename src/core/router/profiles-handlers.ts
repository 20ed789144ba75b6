import { isFault, type Fault } from '@shared/fault'
import type { Handlers, Output } from '@shared/procedures'
import type { profileProcedures } from '@shared/procedures/profiles'
import type { ProfileSettings } from '@shared/settings'
import type { AgentSettings } from '../agents/profile-settings'
import type { ProfileFileState } from '../agents/profiles'
import type { Profile } from '../agents/types'
import type { ProjectRuntime, RequestContext } from '../app/types'
import { languageOf } from './language-of'
import { unknownRules, unknownTools } from './tool-views'

type Overview = Output<'profiles.overview'>['profiles'][number]
type Effective = NonNullable<Output<'profiles.show'>['effective']>

/** Profiles as files of three layers, and the run settings over them (04 §1). Reads are open; every write is the author's own act. */
export const profilesHandlers: Handlers<keyof typeof profileProcedures, RequestContext> = {
  'profiles.overview': ({ project, lang }, context) => {
    const runtime = context.core.get(project)
    return { profiles: overview(runtime, languageOf(context, runtime, lang)), settings: { global: plain(context.core.settings.get().config.agents), project: plain(runtime.config().config.agents) }, trusted: runtime.project.trusted() }
  },
  'profiles.show': ({ project, key, lang }, context) => {
    const runtime = context.core.get(project)
    const files = runtime.profiles.files().filter((file) => file.key === key)
    const found = attempt(() => runtime.profiles.get(key))
    const shown = files.map(({ layer, path, text, hash, standing, fault, enabled, diff }) => ({ layer, path, text, hash, standing, fault, enabled, diff, ...unknownOf(runtime, { layer, key, text }) }))
    return { key, files: shown, ...('fault' in found ? { effective: null, fault: found.fault } : { effective: effectiveOf(found.value, languageOf(context, runtime, lang)), fault: null }) }
  },
  'profiles.check': ({ project, layer, key, text }, { core }) => {
    const runtime = core.get(project)
    const found = runtime.profiles.tried(layer, key, text)
    return 'fault' in found ? { fault: found.fault, ...nothingUnknown } : { fault: null, ...unknownIn(runtime, found.profile) }
  },
  'profiles.save': async ({ project, layer, key, ...given }, { core }) => ({ hash: await writable(core.get(project), layer).profiles.save(layer, key, given) }),
  'profiles.enable': async ({ project, key, hash }, { core }) => {
    await core.get(project).profiles.enable(key, hash)
    return {}
  },
  'profiles.disable': async ({ project, key }, { core }) => {
    await core.get(project).profiles.disable(key)
    return {}
  },
  'profiles.setAside': async ({ project, layer, key }, { core }) => ({ name: await writable(core.get(project), layer).profiles.setAside(layer, key) }),
  'profiles.setSettings': async ({ project, layer, key, settings }, { core }) => {
    const runtime = core.get(project)
    for (const model of [settings?.model, settings?.summarizer?.model]) if (typeof model === 'string') core.models.spec(model)
    if (layer === 'global') await core.settings.update((config) => ({ ...config, agents: { ...config.agents, ...changed(config.agents, key, settings) } }))
    else {
      runtime.project.assertWritable()
      await runtime.setConfig((config) => ({ ...config, agents: { ...config.agents, ...changed(config.agents ?? {}, key, settings) } }))
    }
    return {}
  },
}

const nothingUnknown = { unknown: [], unknownRules: [] }
const unknownIn = (runtime: ProjectRuntime, { tools, gates }: Pick<Profile, 'tools' | 'gates'>) => ({ unknown: unknownTools(runtime, tools), unknownRules: unknownRules(runtime, gates) })

/** Names in the author's own file that no tool has, also while it does not count yet. */
function unknownOf(runtime: ProjectRuntime, { layer, key, text }: Pick<ProfileFileState, 'layer' | 'key' | 'text'>): { unknown: string[]; unknownRules: string[] } {
  const tried = layer === 'product' ? null : runtime.profiles.tried(layer, key, text)
  return tried === null || 'fault' in tried ? nothingUnknown : unknownIn(runtime, tried.profile)
}

const plain = ({ common, profiles }: AgentSettings = {}): AgentSettings => ({ ...(common === undefined ? {} : { common }), ...(profiles === undefined ? {} : { profiles }) })

function writable(runtime: ProjectRuntime, layer: 'global' | 'project'): ProjectRuntime {
  if (layer === 'project') runtime.project.assertWritable()
  return runtime
}

function attempt<T>(work: () => T): { value: T } | { fault: Fault } {
  try {
    return { value: work() }
  } catch (error) {
    if (isFault(error)) return { fault: error.fault }
    throw error
  }
}

/** One row per key, also of a key that only a file which does not count has. */
function overview({ profiles }: ProjectRuntime, lang: 'zh' | 'en'): Overview[] {
  const files = profiles.files()
  return [...new Set(files.map((file) => file.key))].sort().map((key) => {
    const found = attempt(() => profiles.get(key))
    const profile = 'fault' in found ? null : found.value
    const waiting = files.find((file) => file.key === key && (file.standing === 'untrusted' || file.standing === 'needs_review'))?.standing
    return { key, name: profile?.name[lang] ?? key, description: profile?.description[lang] ?? '', layer: profile?.layer ?? null, creationMode: profile?.creationMode ?? null, waits: waiting === 'untrusted' || waiting === 'needs_review' ? waiting : null }
  })
}

function effectiveOf(profile: Profile, lang: 'zh' | 'en'): Effective {
  const { pack, creationMode, layer, tools, mcp, skills, model, maxSteps, initial, payload, output, body } = profile
  const { alsoWithin: _, ...gates } = profile.gates
  return { name: profile.name[lang], description: profile.description[lang], pack, creationMode, layer, tools, mcp, skills, gates, model, temperature: profile.temperature ?? null, thinking: profile.thinking ?? null, maxSteps, initial, payload, output, body }
}

/** The `agents` part with one profile's settings, or those of all, in place or gone. */
function changed({ common, profiles = {} }: AgentSettings, key: string | null, settings: ProfileSettings | null): AgentSettings {
  if (key === null) return { common: settings ?? undefined, profiles }
  const { [key]: _, ...others } = profiles
  return { common, profiles: settings === null ? others : { ...others, [key]: settings } }
}
