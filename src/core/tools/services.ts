import { createRecall } from '../agents/recall'
import type { LinkedAgents } from '../agents/linked-types'
import { outputSchemaOf } from '../agents/contracts'
import type { Profiles, TaskLists } from '../agents/types'
import type { DeferredTools } from '../mcp/deferred'
import type { JobService } from '../jobs/types'
import { createMemoryService } from '../memory/memory-service'
import type { OpenedProject } from '../project/types'
import type { ShellService } from '../shell/types'
import type { SqlRunner } from '../sql/types'
import type { StoryService } from '../story/types'
import { createSubjectService } from '../subjects/subject-service'
import type { Curator } from '../subjects/types'
import { createSkillService } from '../skills/skill-service'
import type { SkillShelf } from '../skills/skill-shelf'
import type { OpenedWorld } from '../world/opened-worlds'
import type { Vectors } from '../world/search/search-text'
import { createScheduleStore } from '../schedule/schedule-store'
import type { WorkflowService } from '../workflows/types'
import { createCardService } from './card-service'
import { createFileService, type FileService } from './file-service'
import { createFileSearch, type FileSearch } from './search/search-service'
import { createStoryScope } from './story-scope'
import type { ToolServices } from './types'
import { createWorldScope } from './world-scope'

/** Sets a session's work mode after the author approved it (05 §1). */
export interface SessionModeService { switchTo(sessionId: number, mode: 'normal' | 'discuss' | 'plan'): void }

/** What a profile wants reported at the end: its `output` schema, or null (04 §5). */
export interface ReportService { outputSchema(profileKey: string, sessionId: number): unknown; /** What a workflow's helper gives with structured_output, or null. */ helperSchema(sessionId: number): unknown }

declare module './types' {
  interface ToolServices { files: FileService; search: FileSearch; sessionMode: SessionModeService; reports: ReportService }
}

export interface ServiceParts {
  project: OpenedProject
  profiles: Profiles
  story: StoryService
  sql: SqlRunner
  world: OpenedWorld
  shell: ShellService
  jobs: JobService
  /** The world outside: pages, the browser, apps, search engines, rankings. */
  outside: Pick<ToolServices, 'web' | 'searcher' | 'novels' | 'browser' | 'apps'>
  skills: SkillShelf
  workflows: WorkflowService
  /** Asked for at the first use, as `tasks`. */
  agents(): LinkedAgents
  /** For the memory of subjects: what makes vectors, and who takes facts in; both asked for at the first use. */
  vectors(): Vectors
  curator(): Curator
  /** Asked for at the first use: the agents are made after the pipeline they call. */
  tasks(): TaskLists
  /** What deferred MCP servers hold; none unless given. */
  deferred?: DeferredTools
  /** Folders outside that the author added in settings, as they are now. */
  readRoots?(): readonly string[]
}

/** The services of the built-in tools of one opened project. */
export function createToolServices({ project, profiles, story, sql, world, shell, jobs, agents, outside, skills, vectors, curator, workflows, tasks, deferred, readRoots }: ServiceParts): Pick<ToolServices, 'browser' | 'apps' | 'deferred' | 'workflows' | 'agents' | 'skills' | 'searcher' | 'novels' | 'web' | 'jobs' | 'memory' | 'files' | 'search' | 'sessionMode' | 'reports' | 'story' | 'stories' | 'worlds' | 'sql' | 'tasks' | 'shell' | 'recall' | 'cards' | 'schedules' | 'subjects'> {
  const setMode = project.sessionsDb.prepare('UPDATE Session SET workMode = ?, updatedAt = ? WHERE id = ?')
  const schemaOf = project.sessionsDb.prepare<[number], { schema: string | null }>('SELECT schema FROM Session WHERE id = ?')
  const initialOf = project.sessionsDb.prepare<[number], { initial: string }>('SELECT initial FROM Session WHERE id = ?')
  return {
    story,
    stories: createStoryScope(project, story),
    worlds: createWorldScope(world, profiles),
    sql,
    shell,
    jobs,
    workflows,
    ...outside,
    agents: lazily(agents),
    deferred: deferred ?? { search: () => [], standing: () => 'unknown' },
    skills: { ...createSkillService(skills, project.sessionsDb), includeOf: (profileKey) => profiles.get(profileKey).skills },
    files: createFileService(project, profiles, () => [...(readRoots?.() ?? []), ...skills.roots()]),
    search: createFileSearch(project),
    memory: createMemoryService(project),
    subjects: createSubjectService(project, { vectors, curator }),
    recall: createRecall(project),
    cards: createCardService(project, story, world.parts.world),
    schedules: createScheduleStore(project),
    reports: {
      outputSchema: (profileKey, sessionId) => outputSchemaOf(profiles.get(profileKey), initialOf.get(sessionId)?.initial ?? '{}'),
      helperSchema: (sessionId) => { const schema = schemaOf.get(sessionId)?.schema ?? null; return schema === null ? null : (JSON.parse(schema) as unknown) },
    },
    sessionMode: { switchTo: (sessionId, mode) => { setMode.run(mode, project.env.now().toISOString(), sessionId) } },
    tasks: {
      get: (...given) => tasks().get(...given),
      replace: (...given) => tasks().replace(...given),
      create: (...given) => tasks().create(...given),
      set: (...given) => tasks().set(...given),
    },
  }
}

/** Passes every call on to the service that is made later. */
function lazily(agents: () => LinkedAgents): LinkedAgents {
  return {
    profile: (...given) => agents().profile(...given), prepareCreate: (...given) => agents().prepareCreate(...given), create: (...given) => agents().create(...given),
    rows: (...given) => agents().rows(...given), session: (...given) => agents().session(...given), detach: (...given) => agents().detach(...given),
    prepareInvoke: (...given) => agents().prepareInvoke(...given), invoke: (...given) => agents().invoke(...given), background: (...given) => agents().background(...given),
    taskProfiles: () => agents().taskProfiles(), prepareTask: (...given) => agents().prepareTask(...given), task: (...given) => agents().task(...given), backgroundTask: (...given) => agents().backgroundTask(...given),
  }
}
