import { join } from 'node:path'
import { GlobalConfig, ProjectConfig } from '@shared/settings'
import { createProfileShelf, type ProfileShelf } from '../agents/profile-shelf'
import { takeKeys } from '../app/keys'
import { openConfigFile } from '../project/config-store'
import { pinnedTools } from '../mcp/pinned-tools'
import type { McpServerState } from '../mcp/types'
import { createEnv } from '../project/env'
import { resourcesDir } from '../project/resources'
import { isTrusted } from '../project/trust'
import type { Env } from '../project/types'
import { searchReady } from '../web/search/search-ready'
import { createShelf, type Shelf } from '../scripts/shelf'
import { listed, type ListedScript } from '../scripts/listed'
import { shownScript } from '../scripts/shown-script'
import { coversServer, engineTools, grantOf, grantsOf, type Grant, type GrantFacts } from '../tools/grants'
import { isMounted } from '../tools/mounted'
import { packs } from '../tools/packs'
import { createRegistry, type Registered, type Registry } from '../tools/registry'
import { tellSettings, tellTrust } from './broken-files'
import type { Io } from './io'
import { projectFolder } from './usage'

/** The definitions and profiles as the tools commands show them, with or without a project; nothing is opened or started. */
export interface ToolBox { registry: Registry; /** Tools of MCP servers that the author consented to in this project. */ servers: readonly Registered[]; /** Every server of the settings, also one that has none. */ serverStates: readonly McpServerState[]; scripts: Shelf; listed(): ListedScript[]; profiles: ProfileShelf; grants(profileKey: string, role: string): Grant[]; grant(name: string, profileKey: string, role: string): Grant }

/** A definition by its name, whoever made it; a script tool that cannot be loaded is its load error. */
export function definitionOf(box: ToolBox, name: string): Registered | undefined {
  const own = box.registry.get(name) ?? box.servers.find(({ tool }) => tool.name === name)
  if (own !== undefined) return own
  const script = box.scripts.find(name)
  return script === undefined ? undefined : shownScript(script)
}

/** Errors of `projectFolder`. */
export function toolBox(dir: string | undefined, io: Io): ToolBox {
  const env = createEnv(io.env['WENQU_HOME'])
  const projectDir = dir === undefined ? env.home : projectFolder(dir)
  const wired = [...new Set(packs.flatMap((pack) => pack.tools.flatMap((tool) => tool.needs)))]
  const registry = createRegistry(packs, wired)
  const global = openConfigFile(join(env.home, 'config.json'), GlobalConfig)
  const own = openConfigFile(join(projectDir, '.nbook', 'config.json'), ProjectConfig)
  tellSettings(io, global.get().error)
  tellSettings(io, own.get().error)
  if (dir !== undefined) tellTrust(io, env)
  const profiles = createProfileShelf({ env, resourcesDir: resourcesDir(), projectDir, trusted: () => dir !== undefined && isTrusted(env, projectDir), settings: () => [global.get().value.agents, own.get().value.agents ?? {}] })
  const scripts = createShelf({ env, projectDir: dir === undefined ? null : projectDir, trusted: () => dir !== undefined && isTrusted(env, projectDir), builtIn: registry.list().map((row) => row.tool.name) })
  const pinned = dir === undefined ? { tools: [], servers: [] } : pinnedTools({ project: { dir: projectDir, env, trusted: () => isTrusted(env, projectDir) }, servers: (layer) => (layer === 'global' ? global.get().value.mcp : own.get().value.mcp) })
  const here = mountedIn({ env, projectDir: dir === undefined ? null : projectDir, config: global.get().value, keys: takeKeys({ ...io.env }) })
  const servers = pinned.tools
  const facts = (profileKey: string, role: string): GrantFacts => factsOf({ profile: profiles.get(profileKey), role, scripts, definitions: [...registry.list(), ...servers], here })
  return { registry, servers, serverStates: pinned.servers, scripts, listed: () => listed(scripts), profiles, grants: (profileKey, role) => grantsOf(facts(profileKey, role)), grant: (name, profileKey, role) => grantOf(name, facts(profileKey, role)) }
}

interface Known { readonly profile: ReturnType<ProfileShelf['get']>; readonly role: string; readonly scripts: Shelf; readonly definitions: readonly Registered[]; here(name: string): boolean }

function factsOf({ profile, role, scripts, definitions, here }: Known): GrantFacts {
  const states = listed(scripts)
  const untrusted = new Set(states.filter((one) => one.state === 'untrusted').map((one) => one.name))
  return {
    pack: profile.pack, mcp: profile.mcp, declared: [...profile.tools, ...scripts.grants(profile.key).map((name) => `ext:${name}`)], role, denied: profile.gates.deny.filter((rule) => !rule.includes(':')),
    engine: engineTools(profile.pack, { hidden: false, deferred: definitions.some(({ tool, pack }) => tool.deferred === true && coversServer(profile.mcp, pack.slice('mcp:'.length))), reports: false }),
    mounted: (name) => !untrusted.has(name) && here(name),
    registered: [
      ...definitions.map((row) => ({ name: row.tool.name, pack: row.pack, ...(row.tool.roles === undefined ? {} : { roles: row.tool.roles }) })),
      ...states.filter((one) => one.spec !== null && one.state !== 'needs_approval').map(({ name, spec }) => ({ name, pack: 'ext', ...(spec === null ? {} : { roles: spec.roles, aliases: spec.aliases }) })),
    ],
  }
}

/** Without a project everything is shown as a trusted one has it. */
function mountedIn({ env, projectDir, config: { shell, search, memory_read_only }, keys }: { env: Env; projectDir: string | null; config: GlobalConfig; keys: Record<string, string> }): (name: string) => boolean {
  if (projectDir === null) return () => true
  const facts = { trusted: () => isTrusted(env, projectDir), shell: () => shell.mode, searchReady: () => searchReady(search.providers, keys), memoryReadOnly: () => memory_read_only }
  return (name) => isMounted(name, facts)
}
