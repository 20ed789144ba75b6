import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { CoreEvent } from '@shared/events'
import { isOver, type Job } from '@shared/job'
import { GlobalConfig } from '@shared/settings'
import { createProjectRuntime } from '../../src/core/app/project-runtime'
import { openSettings } from '../../src/core/app/settings-store'
import type { ProjectRuntime } from '../../src/core/app/types'
import { createEmbeddingPort } from '../../src/core/models/embeddings'
import type { ModelPort, ModelRequest } from '../../src/core/models/types'
import { createProject } from '../../src/core/project/create-project'
import { createEnv } from '../../src/core/project/env'
import { openProject } from '../../src/core/project/open-project'
import type { SandboxHost } from '../../src/core/sandbox/types'
import { call, end, say, scripted } from '../model-server/agent-bench'

export interface WorkflowBench {
  home: string; dir: string; runtime: ProjectRuntime; events: CoreEvent[]
  /** The session that starts workflows. */ owner: number
  /** Starts a script of the given surface in the background. */
  begin(script: string, args?: unknown, how?: { surface?: 'nbook' | 'noeta'; model?: string; wait?: boolean }): Promise<string>
  /** Resolves when the job waits, or is over. */
  still(jobId: string): Promise<Job>
  over(jobId: string): Promise<Job>
  result(jobId: string): unknown
  /** As after the end of the process: nothing in it is told, everything is opened anew. */
  restart(): Promise<WorkflowBench>
  write(path: string, text: string): void
  until(test: () => boolean): Promise<void>
  close(): Promise<void>
}

export const definition = (run: string, more = ''): string => `export default {\n  key: 'test', title: 'Test', description: 'A test.', ${more}\n  run: ${run},\n}\n`

/** A real project, real assistants and the real pipeline; only the model is played. */
export async function openWorkflowBench(model: ModelPort, sandbox: SandboxHost, at: { home: string; owner: number } | null = null): Promise<WorkflowBench> {
  const home = at?.home ?? mkdtempSync(join(tmpdir(), 'wenqu-flow-'))
  const env = createEnv(join(home, 'wenqu'))
  const dir = join(home, 'novel')
  if (at === null) await createProject(dir, { title: '长安雪', locale: 'zh-CN' }, env)
  const events: CoreEvent[] = []
  const project = await openProject(dir, env, { emit: (event) => { events.push(event) }, readOnlyOk: false, watch: false })
  const runtime = await createProjectRuntime({ project, settings: openSettings(env.home), models: model, sandbox, embeddings: createEmbeddingPort({ settings: () => GlobalConfig.parse({}), keys: () => ({}) }), keys: () => ({}), watch: false })
  const owner = at?.owner ?? runtime.agents.create({ profileKey: 'leader.default' }).id
  const until = async (test: () => boolean): Promise<void> => {
    for (let n = 0; !test(); n++) {
      if (n > 4_000) throw new Error('waited too long')
      await new Promise((resolve) => { setTimeout(resolve, 5) })
    }
  }
  const job = (id: string): Job => runtime.jobs.get(id).job
  const bench: WorkflowBench = {
    home, dir, runtime, events, owner, until,
    async begin(script, args, { surface = 'nbook', model: named, wait = false } = {}) {
      const plan = await runtime.workflows.prepare({ script, args, surface, model: named })
      return runtime.workflows.start(plan, { ownerId: owner, wait, tell: false }).jobId
    },
    async still(id) { await until(() => job(id).status !== 'running'); return job(id) },
    async over(id) { await until(() => isOver(job(id).status)); return job(id) },
    result: (id) => (runtime.jobs.get(id).data as { result?: unknown } | null)?.result,
    async restart() {
      await runtime.close()
      return openWorkflowBench(model, sandbox, { home, owner })
    },
    write(path, text) {
      mkdirSync(dirname(join(dir, path)), { recursive: true })
      writeFileSync(join(dir, path), text)
    },
    close: () => runtime.close(),
  }
  return bench
}

/** A model that says back the last words it was asked, after `answer: `; counts what it was asked. */
export function echo(): ModelPort & { requests: ModelRequest[]; asked: string[] } {
  const asked: string[] = []
  const port = scripted([(request) => {
    const words = request.hint.userText.split('\n').at(-1) ?? ''
    asked.push(words)
    const report = request.tools.some((tool) => tool.name === 'report_result')
    return report ? [call(`r-${request.hint.entryId}-${request.hint.assistantSteps}`, 'report_result', { result: `answer: ${words}` }), end({ reason: 'calls' })] : [say(`answer: ${words}`), end()]
  }])
  return Object.assign(port, { asked })
}
