import { existsSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { ProjectConfig } from '@shared/settings'
import type { Desktop } from '../browser/desktop-link'
import { createAgentService } from '../agents/agent-service'
import { strictest } from '../agents/budget'
import { createProfileShelf, type ProfileShelf } from '../agents/profile-shelf'
import type { AgentService, Profiles } from '../agents/types'
import { createInbox } from '../inbox/inbox-service'
import { createJobService } from '../jobs/job-service'
import type { JobService } from '../jobs/types'
import { createDeferred } from '../mcp/deferred'
import type { McpService } from '../mcp/mcp-service'
import { createManuscript } from '../manuscript/manuscript'
import type { Manuscript } from '../manuscript/types'
import type { EmbeddingPort } from '../models/embeddings'
import type { ModelPort } from '../models/types'
import { openConfigFile } from '../project/config-store'
import type { ConfigFile } from '../project/config-store'
import { resourcesDir } from '../project/resources'
import type { OpenedProject } from '../project/types'
import type { SandboxHost } from '../sandbox/types'
import { createScriptRunner } from '../scripts/run-script'
import { createScriptTools } from '../scripts/script-tools'
import { keepSchedules } from '../schedule/fire-schedules'
import { createShelf } from '../scripts/shelf'
import { watchTools } from '../scripts/watch-tools'
import { createShellService } from '../shell/shell-service'
import { createRuleBook } from '../shell/judge/rule-sources'
import type { ShellService } from '../shell/types'
import { skillCatalog } from '../skills/catalog'
import { createSkillShelf } from '../skills/skill-shelf'
import { createSqlRunner } from '../sql/sql-runner'
import { registerStory } from '../story/opened-stories'
import { createStoryService } from '../story/story-service'
import type { StoryService } from '../story/types'
import { registerWorld } from '../world/opened-worlds'
import { createApprovalStore } from '../tools/approvals/store'
import { isMounted } from '../tools/mounted'
import { createPipeline } from '../tools/pipeline'
import { packs } from '../tools/packs/index'
import { createToolServices } from '../tools/services'
import { joinExternal, type ExternalTools } from '../tools/external-tools'
import type { Pipeline, ToolServices } from '../tools/types'
import type { WorldService } from '../world/types'
import { watchCommits } from './commit-watch'
import { reportDefect } from './defect-log'
import { openFocusStore } from './focus-store'
import { mcpOf, tendMcp } from './mcp-of'
import { isSoleHolder } from './recovery-turn'
import type { ProjectRuntime, SettingsStore } from './types'
import { outsideOf } from './outside-of'
import { storyWorldOf, tendWorld, worldOf } from './world-of'
import { workflowsOf } from './workflows-of'
import { worldScripts } from './world-scripts'

export interface RuntimeParts { project: OpenedProject; settings: SettingsStore; models: ModelPort; sandbox: SandboxHost; embeddings: EmbeddingPort; keys(): Record<string, string>; watch: boolean; /** False: script tools have the network only if they declare it (08 §8). */ network?: boolean; /** The window that this core belongs to; a command line has none. */ desktop?: Desktop | null; /** For whoever sits at a terminal; into the log unless given. */ warn?(text: string): void }

/** Wires every capability of one opened project; the order is domain, tools, agents (01 Folders). */
export async function createProjectRuntime(parts: RuntimeParts): Promise<ProjectRuntime> {
  const { project, settings } = parts
  const file = openConfigFile(join(project.dir, '.nbook', 'config.json'), ProjectConfig)
  const manuscript = createManuscript(project)
  const world = worldOf(project)
  const story = storyOf(project, manuscript, world)
  const leaveStories = registerStory({ slug: project.slug, dir: project.dir, story, assertWritable: () => project.assertWritable() })
  const scripts = worldScripts({ project, world, sandbox: parts.sandbox, embeddings: parts.embeddings })
  const leaveWorlds = registerWorld(scripts)
  const profiles = profilesOf(project, settings, file)
  const sql = createSqlRunner({ dbPath: join(project.dir, '.nbook', 'project.sqlite') })
  const shell = shellOf(parts, () => jobs)
  const jobs: JobService = createJobService({ project, deliver: (ownerId, text, source) => agents.deliver(ownerId, text, source) })
  const outside = outsideOf({ project, settings, models: parts.models, profiles, keys: parts.keys, projectModel: () => file.get().value.models.default, desktop: parts.desktop ?? null })
  const skills = createSkillShelf({ resources: resourcesDir(), home: project.env.home, projectDir: project.dir, trusted: () => project.trusted(), off: () => settings.get().config.skills.off })
  const mcp = mcpOf({ project, settings, keys: parts.keys, projectServers: () => file.get().value.mcp })
  const deferred = createDeferred({ profiles, list: () => mcp.list(), rawOf: (name) => mcp.rawOf(name), pipeline: () => pipeline })
  const workflows = workflowsOf({ project, sandbox: parts.sandbox, jobs, profiles, models: parts.models, story, agents: () => agents, pipeline: () => pipeline, projectModel: () => file.get().value.models.default })
  const services = createToolServices({ project, profiles, story, sql, shell, jobs, workflows, agents: () => agents.linked, outside, skills, deferred, vectors: () => parts.embeddings.embedder(), curator: () => agents.curator, world: scripts, tasks: () => agents.tasks, readRoots: () => settings.get().config.read_roots ?? [] })
  const shelf = createShelf({ env: project.env, projectDir: project.dir, trusted: () => project.trusted(), builtIn: packs.flatMap((pack) => pack.tools.map((tool) => tool.name)), checkSchemas: parts.watch })
  const runner = createScriptRunner({ project, secrets: () => Object.values(parts.keys()), network: parts.network ?? true })
  const pipeline: Pipeline = pipelineOf(parts, file, { project, profiles, services, mcp, external: joinExternal(createScriptTools(shelf, { project, runner }), mcp) })
  const agents: AgentService = createAgentService({
    project, profiles, pipeline: () => pipeline, jobs: () => jobs, workflows: () => workflows.keys(), models: parts.models, env: project.env, memory: services.memory, skills: (profile) => skillCatalog(skills.menu(profile.skills), project.manifest().locale, profile.pack), locale: () => project.manifest().locale,
    config: () => ({ ...file.get().value, agents: settings.get().config.agents, small: settings.get().config.models.small, budgets: strictest(settings.get().config.budgets, file.get().value.budgets) }),
  })
  const approvals = createApprovalStore(project)
  const stopTelling = file.onChange(() => project.emit({ type: 'settings.changed' }))
  const closing = new Set<() => Promise<void>>()
  const runtime: ProjectRuntime = {
    project, story, world, manuscript, profiles, pipeline, subjects: services.subjects, approvals, writeRoots: services.files.writeRoots, agents, jobs, workflows, scripts: shelf, scriptRunner: runner, skills, mcp,
    inbox: createInbox({ project, story, world, proposals: services.files.proposals, writeRoots: services.files.writeRoots }),
    config: () => ({ config: file.get().value, error: file.get().error }),
    onClose: (work) => void closing.add(work),
    setConfig: async (change) => void (await file.update(change)),
    close: async () => {
      for (const stop of [leaveStories, leaveWorlds, stopTelling, stopWatching, stopTending, stopTools, stopMcp, stopSchedules, stopRecovering]) stop()
      await Promise.all([...closing].map((work) => work()))
      await workflows.close()
      await agents.close()
      await Promise.all([outside.browser.close(), outside.apps.close()])
      await sql.close()
      await shell.close()
      await runner.close()
      await mcp.close()
      await project.close()
    },
  }
  const stopWatching = parts.watch ? watchProject(runtime) : () => undefined
  const stopTending = parts.watch ? tendWorld(project, world) : () => undefined
  const stopTools = parts.watch ? watchTools(shelf, () => project.emit({ type: 'tools.changed' })) : () => undefined
  const stopSchedules = parts.watch ? keepSchedules({ project, deliver: (sessionId, text, source) => agents.deliver(sessionId, text, source), defect: (error) => void reportDefect(project.env.home, 'schedules', error) }) : () => undefined
  const stopMcp = parts.watch ? tendMcp(mcp) : () => undefined
  const stopRecovering = await recoverInTurn(runtime)
  return runtime
}

function storyOf(project: OpenedProject, manuscript: Manuscript, world: WorldService): StoryService {
  return createStoryService({
    db: project.projectDb, env: project.env, emit: project.emit, manifestTitle: () => project.manifest().title, prose: () => manuscript.prose(),
    focus: openFocusStore(project.sessionsDb), exists: (path) => existsInside(project.dir, path), locale: () => project.manifest().locale,
    world: storyWorldOf(world),
  })
}

/** For the `valid` mark of references only; nothing is read. */
function existsInside(dir: string, path: string): boolean {
  const place = resolve(dir, path)
  return place.startsWith(dir + sep) && existsSync(place)
}

/** Profiles of the project count only while it is trusted and once the author enabled them; settings and files count at the next look. */
function profilesOf(project: OpenedProject, settings: SettingsStore, file: ConfigFile<ProjectConfig>): ProfileShelf {
  const untouched = {}
  return createProfileShelf({
    env: project.env, resourcesDir: resourcesDir(), projectDir: project.dir, trusted: () => project.trusted(), changed: () => project.emit({ type: 'settings.changed' }),
    settings: () => [settings.get().config.agents, file.get().value.agents ?? untouched],
  })
}

interface PipelineParts { project: OpenedProject; profiles: Profiles; services: Partial<ToolServices>; external: ExternalTools; mcp: McpService }

function shellOf({ project, settings, warn }: RuntimeParts, jobs: () => JobService): ShellService {
  const root = project.sessionsDb.prepare<[number], { rootId: number }>('SELECT rootId FROM Session WHERE id = ?')
  const book = createRuleBook(project.dir, warn ?? ((text) => void reportDefect(project.env.home, 'shell rules', new Error(text))))
  return createShellService({ project, rules: (trusted) => book.rules(settings.get().config.shell.allowlist, trusted), rootOf: (id) => root.get(id)?.rootId ?? null, jobs })
}

function pipelineOf({ keys, watch, settings }: RuntimeParts, file: ConfigFile<ProjectConfig>, { project, profiles, services, external, mcp }: PipelineParts): Pipeline {
  return createPipeline({
    project, profiles, packs, services, external,
    // The author's own file holds settings of the gate too (05 §1): while it cannot be read, its last good values decide nothing.
    config: () => ({ config: file.get().value, error: file.get().error ?? settings.get().error }),
    secrets: () => [...Object.values(keys()), ...mcp.secrets()],
    mounted: (name) => isMounted(name, { trusted: () => project.trusted(), shell: () => settings.get().config.shell.mode, searchReady: () => services.searcher?.ready === true, memoryReadOnly: () => settings.get().config.memory_read_only }),
    outsideSkill: (sessionId, tool) => services.skills?.outside(sessionId, tool) ?? null,
    checkTexts: watch,
    defect: (where, error) => reportDefect(project.env.home, where, error),
  })
}

function watchProject(runtime: ProjectRuntime): () => void {
  const { project, agents, pipeline } = runtime
  return watchCommits({
    projectDb: project.projectDb, sessionsDb: project.sessionsDb, trashDir: join(project.dir, '.nbook', 'trash'), sessions: () => agents.list(), emit: project.emit,
    approvals: async () => {
      for (const { sessionId, callId, result } of pipeline.refresh()) await agents.settled(sessionId, callId, result)
    },
    defect: (where, error) => void reportDefect(project.env.home, where, error),
  })
}

const lookAgainMs = 5_000

/** Ends what a crash left open (04 §10, 05 §6) as soon as no other process of this installation works on the project. */
async function recoverInTurn({ project, pipeline, agents, jobs, workflows }: ProjectRuntime): Promise<() => void> {
  if (project.readOnly) return () => undefined
  const recover = async () => {
    for (const { sessionId, callId, result } of await pipeline.recover()) await agents.settled(sessionId, callId, result)
    await agents.recover()
    jobs.recover()
    workflows.recover()
  }
  if (isSoleHolder(project.dir, project.env)) {
    await recover()
    return () => undefined
  }
  const timer = setInterval(() => {
    if (!isSoleHolder(project.dir, project.env)) return
    clearInterval(timer)
    recover().catch((error: unknown) => void reportDefect(project.env.home, 'recovery', error))
  }, lookAgainMs)
  timer.unref()
  return () => clearInterval(timer)
}
