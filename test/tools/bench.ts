import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CoreEvent } from '@shared/events'
import { fail } from '@shared/fault'
import { GlobalConfig } from '@shared/settings'
import type { ProseNode } from '@shared/story'
import type { PermissionMode, Role, WorkMode, WriteMode } from '@shared/tool-result'
import { createAgentService } from '../../src/core/agents/agent-service'
import type { AgentService, Profile, Profiles } from '../../src/core/agents/types'
import type { ModelPort } from '../../src/core/models/types'
import { openFocusStore } from '../../src/core/app/focus-store'
import { worldScripts } from '../../src/core/app/world-scripts'
import { workflowsOf } from '../../src/core/app/workflows-of'
import { createJobService } from '../../src/core/jobs/job-service'
import type { JobService } from '../../src/core/jobs/types'
import { createEmbeddingPort, type EmbeddingPort } from '../../src/core/models/embeddings'
import { createProject } from '../../src/core/project/create-project'
import { createEnv } from '../../src/core/project/env'
import { openProject } from '../../src/core/project/open-project'
import type { OpenedProject } from '../../src/core/project/types'
import { createSandboxHost } from '../../src/core/sandbox/host'
import type { SandboxHost } from '../../src/core/sandbox/types'
import { createShellService } from '../../src/core/shell/shell-service'
import { resourcesDir } from '../../src/core/project/resources'
import { createSkillShelf } from '../../src/core/skills/skill-shelf'
import { createSqlRunner } from '../../src/core/sql/sql-runner'
import { registerWorld, type OpenedWorld } from '../../src/core/world/opened-worlds'
import type { Curator } from '../../src/core/subjects/types'
import { createAppService } from '../../src/core/apps/app-service'
import { createBrowserService } from '../../src/core/browser/browser-service'
import type { Desktop } from '../../src/core/browser/desktop-link'
import type { GuardProxyOptions } from '../../src/core/browser/guard-proxy'
import type { DialOptions } from '../../src/core/web/dial'
import { createHostStore } from '../../src/core/web/host-store'
import { createNovelData } from '../../src/core/web/novel-data'
import { createWebSearcher } from '../../src/core/web/search/search-web'
import { createWebService, type Digest } from '../../src/core/web/web-service'
import type { WorldService } from '../../src/core/world/types'
import { registerStory } from '../../src/core/story/opened-stories'
import { storyWorldOf, worldOf } from '../../src/core/app/world-of'
import { createStoryService } from '../../src/core/story/story-service'
import type { StoryService } from '../../src/core/story/types'
import { packs as builtIn } from '../../src/core/tools/packs'
import { createPipeline } from '../../src/core/tools/pipeline'
import type { Pack } from '../../src/core/tools/registry'
import type { PipelineDeps } from '../../src/core/tools/runtime'
import { createToolServices } from '../../src/core/tools/services'
import type { Caller, Pipeline, ToolServices } from '../../src/core/tools/types'

export interface SessionOptions { profileKey?: string; role?: Role; parentId?: number; workMode?: WorkMode; permissionMode?: PermissionMode; writeMode?: WriteMode }
export interface Bench {
  dir: string; home: string; project: OpenedProject; pipeline: Pipeline; agents: AgentService; jobs: JobService; deps: PipelineDeps; events: CoreEvent[]
  /** The prose the story is told of; starts empty. */ prose: ProseNode[]
  world: WorldService; sandbox: SandboxHost
  /** memory.curator; takes every fact in as a topic of its own unless a test says. */ curator: { ask: Curator }
  /** How names are resolved, pages digested; keys of search engines; the window. */ web: { dial: DialOptions; digest: Digest; keys: Record<string, string>; /** The window; none unless a test sets one. */ desktop: Desktop | null; /** How pages are dialled. */ proxy: Omit<GuardProxyOptions, 'secret'> }
  /** The author's settings, for the embedding model. */ settings: GlobalConfig
  /** Answers of `config()`; set `approvals` or `error`. */
  config: { approvals?: unknown; error: string | null }
  session(options?: SessionOptions): number
  caller(sessionId: number, more?: Partial<Caller>): Caller
  call(sessionId: number, tool: string, args: unknown, more?: Partial<Caller>): ReturnType<Pipeline['invoke']>
  /** A second pipeline over the same project, as after a restart or in another process. */
  again(): Pipeline
  close(): Promise<void>
}

const profile = (key: string, tools: string[], gates: Partial<Profile['gates']> = {}): Profile => ({
  key, name: { zh: key, en: key }, description: { zh: '', en: '' }, pack: 'nbook', creationMode: 'public', tools, gates: { ask: [], deny: [], writeGlobs: [], ...gates },
  initial: null, payload: null, output: null, model: null, maxSteps: 200, body: '', hash: 'h', layer: 'product', mcp: [], skills: null,
})

/** Profiles of the tests: a leader with everything built in, a writer without story saves, two with gates. */
export const benchProfiles = (): Map<string, Profile> => new Map([
  profile('leader.default', ['*', 'request_user_input', 'switch_mode', 'run_workflow', 'Mail', 'Pop', 'Schedule', 'execute_world:readwrite']),
  profile('reader', ['execute_world:readonly']),
  profile('writer', ['read', 'write', 'edit', 'get_story_tree', 'report_result']),
  profile('asker', ['*'], { ask: ['edit'] }),
  profile('denier', ['*'], { deny: ['write', 'edit:secret/**'], maxRisk: 'high' }),
  profile('globbed', ['*'], { writeGlobs: ['plans/*.md'] }),
  profile('nothing', []),
  profile('workflow.node', ['read', 'node_report']),
  { ...profile('main', ['*', 'AskUserQuestion']), pack: 'noeta' as const },
  { ...profile('planner', ['*'], { writeGlobs: ['plans/*.md'] }), pack: 'noeta' as const },
].map((each) => [each.key, each]))

/** A real project on a real disk with the built-in tools and agents; without `models` no agent can speak, without `watch` no outside change is told. */
export async function openBench(extra: readonly Pack[] = [], profiles: Map<string, Profile> | Profiles = benchProfiles(), models: ModelPort = noModels, watch = false): Promise<Bench> {
  const home = mkdtempSync(join(tmpdir(), 'wenqu-tools-'))
  const dir = join(home, 'demo')
  const env = createEnv(join(home, '.wenqu'))
  await createProject(dir, { title: '测试', locale: 'zh-CN' }, env)
  const events: CoreEvent[] = []
  const project = await openProject(dir, env, { emit: (event) => { events.push(event) }, readOnlyOk: false, watch })
  const config: Bench['config'] = { error: null }
  const prose: ProseNode[] = []
  const settings = GlobalConfig.parse({})
  const sandbox = createSandboxHost({ spare: false })
  const world = worldOf(project)
  const embeddings = createEmbeddingPort({ settings: () => settings, keys: () => ({}) })
  const scripts = worldScripts({ project, world, sandbox, embeddings })
  const curator: Bench['curator'] = { ask: ({ facts }) => Promise.resolve(facts.map((view) => ({ op: 'add', path: '/-', value: { topic: view.slice(0, 20), view } }))) }
  const web: Bench['web'] = { dial: {}, digest: () => Promise.reject(new Error('no model')), keys: {}, desktop: null, proxy: {} }
  const { deps, agents, jobs } = depsOf({ project, profiles, config, extra, prose, sandbox, world: scripts, web, settings, curator, embeddings, models, pipeline: () => pipeline })
  const leaveWorlds = registerWorld(scripts)
  const leave = registerStory({ slug: project.slug, dir: project.dir, story: storyOf(deps), assertWritable: () => project.assertWritable() })
  const pipeline = createPipeline(deps)
  const ofSession = project.sessionsDb.prepare<[number], { profileKey: string; role: Role }>('SELECT profileKey, role FROM Session WHERE id = ?')
  const caller = (sessionId: number, more: Partial<Caller> = {}): Caller => {
    const row = ofSession.get(sessionId)
    return { kind: 'test', sessionId, runId: null, callId: env.id('call'), profileKey: row?.profileKey ?? 'leader.default', role: row?.role ?? 'root', signal: new AbortController().signal, approve: 'ask', ...more }
  }
  return {
    dir, home, project, pipeline, agents, jobs, deps, events, config, caller, prose, world, sandbox, settings, web, curator,
    session: (options) => insertSession(project, options),
    call: (sessionId, tool, args, more) => pipeline.invoke(caller(sessionId, more), tool, args),
    again: () => createPipeline(deps),
    close: async () => {
      await deps.services.workflows?.close()
      await agents.close()
      leave()
      leaveWorlds()
      await sandbox.close()
      await deps.services.sql?.close()
      await deps.services.shell?.close()
      await deps.services.browser?.close()
      await deps.services.apps?.close()
      await project.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

interface Made { project: OpenedProject; profiles: Map<string, Profile> | Profiles; config: Bench['config']; extra: readonly Pack[]; prose: readonly ProseNode[]; sandbox: SandboxHost; world: OpenedWorld; web: Bench['web']; settings: GlobalConfig; curator: Bench['curator']; embeddings: EmbeddingPort; models: ModelPort; pipeline(): Pipeline }

const unused = (): never => { throw new Error('no model in this bench') }
const noModels: ModelPort = { stream: unused, spec: unused, price: unused, resolve: () => 'demo/author', visible: () => [], callable: () => ['demo/author'] }

function depsOf({ project, profiles, config, extra, prose, sandbox, world, web, settings, curator, embeddings, models, pipeline }: Made): { deps: PipelineDeps; agents: AgentService; jobs: JobService } {
  const all: Profiles = profiles instanceof Map ? { get: (key: string) => profiles.get(key) ?? unknownProfile(key), list: () => [...profiles.values()] } : profiles
  const story = createStoryService({ db: project.projectDb, env: project.env, emit: project.emit, manifestTitle: () => '测试', prose: () => Promise.resolve(prose), proseSync: () => prose, focus: openFocusStore(project.sessionsDb), locale: () => project.manifest().locale, world: storyWorldOf(world.parts.world) })
  const root = project.sessionsDb.prepare<[number], { rootId: number }>('SELECT rootId FROM Session WHERE id = ?')
  const shell = createShellService({ project, rules: () => [], rootOf: (id) => root.get(id)?.rootId ?? null, jobs: () => jobs })
  const jobs: JobService = createJobService({ project, deliver: (...given) => (models === noModels ? 'later' : agents.deliver(...given)) })
  const skills = createSkillShelf({ resources: resourcesDir(), home: project.env.home, projectDir: project.dir, trusted: () => project.trusted(), off: () => settings.skills.off })
  const sql = createSqlRunner({ dbPath: join(project.dir, '.nbook', 'project.sqlite') })
  const agents: AgentService = createAgentService({ project, profiles: all, pipeline, jobs: () => jobs, models, env: project.env, locale: () => project.manifest().locale, config: () => ({ approvals: 'author', models: { default: null } }) })
  const workflows = workflowsOf({ project, sandbox, jobs, profiles: all, models, story, agents: () => agents, pipeline, projectModel: () => null })
  const services = createToolServices({ project, profiles: all, story, sql, shell, world, jobs, workflows, agents: () => agents.linked, outside: outsideOf(project, web, settings), skills, vectors: () => embeddings.embedder(), curator: () => (request) => curator.ask(request), tasks: () => agents.tasks })
  const deps: PipelineDeps = { project, profiles: all, packs: [...builtIn, ...extra], services, outsideSkill: (sessionId, tool) => services.skills.outside(sessionId, tool), config: () => ({ config: config, error: config.error }), defect: () => 'ref-1' }
  return { deps, agents, jobs }
}

function outsideOf(project: OpenedProject, web: Bench['web'], settings: GlobalConfig): Pick<ToolServices, 'web' | 'searcher' | 'novels' | 'browser' | 'apps'> {
  const pages = createWebService({ env: project.env, hosts: createHostStore(project.env, project.dir), digest: (request) => web.digest(request), dial: web.dial })
  const parts = { env: project.env, get desktop() { return web.desktop }, get proxy() { return web.proxy }, web: pages, alive: () => true }
  return {
    web: pages,
    searcher: createWebSearcher({ providers: () => settings.search.providers, keys: () => web.keys }),
    novels: createNovelData({ env: project.env, baseURL: () => settings.novelData.baseURL }),
    browser: createBrowserService(parts),
    apps: createAppService(parts),
  }
}

/** The bench's own story service. */
export function storyOf({ services }: PipelineDeps): StoryService {
  if (services.story === undefined) throw new Error('the bench has a story')
  return services.story
}

const unknownProfile = (key: string): never => fail('PROFILE_UNKNOWN', `There is no profile "${key}".`)

function insertSession(project: OpenedProject, { profileKey = 'leader.default', role = 'root', parentId, workMode = 'normal', permissionMode = 'default', writeMode = 'dry_run' }: SessionOptions = {}): number {
  const at = project.env.now().toISOString()
  const parent = parentId === undefined ? undefined : project.sessionsDb.prepare<[number], { rootId: number }>('SELECT rootId FROM Session WHERE id = ?').get(parentId)
  const { lastInsertRowid } = project.sessionsDb.prepare(`INSERT INTO Session (profileKey, profileHash, parentId, rootId, kind, role, title, workMode, permissionMode, writeMode, createdAt, updatedAt)
    VALUES (?, 'h', ?, ?, 'chat', ?, '标题', ?, ?, ?, ?, ?)`).run(profileKey, parentId ?? null, parent?.rootId ?? 0, role, workMode, permissionMode, writeMode, at, at)
  const id = Number(lastInsertRowid)
  if (parent === undefined) project.sessionsDb.prepare('UPDATE Session SET rootId = id WHERE id = ?').run(id)
  return id
}
