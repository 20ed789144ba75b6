import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createCore } from '../../src/core/app/create-core'
import { createProject } from '../../src/core/project/create-project'
import { createEnv } from '../../src/core/project/env'
import { bundleCore } from '../model-server/bundle-child'
import { allQuiet } from './core-quiet'
import { RESULT } from './workflow-script'

export interface WorkflowRange { root: string; child: string; close(): void }

/** A project with the session that starts the workflow, and the process that runs it. */
export async function openWorkflowRange(): Promise<WorkflowRange> {
  const root = mkdtempSync(join(tmpdir(), 'wq-flow-kills-'))
  const child = await bundleCore('test/faults/workflow-child.ts')
  mkdirSync(join(root, 'home'))
  await createProject(join(root, 'demo'), { title: '雪夜', locale: 'zh-CN' }, createEnv(join(root, 'home')))
  const core = await createCore({ home: join(root, 'home'), demoSpeed: 0, watch: false })
  const { agents } = await core.open(join(root, 'demo'))
  agents.create({ profileKey: 'leader.default' })
  await core.close()
  return { root, child, close: () => rmSync(root, { recursive: true, force: true }) }
}

async function play(range: WorkflowRange, killAt: number): Promise<{ place: string; statements: number | null }> {
  const place = mkdtempSync(join(tmpdir(), 'wq-flow-kill-'))
  for (const part of ['demo', 'home']) cpSync(join(range.root, part), join(place, part), { recursive: true })
  const running = spawn(process.execPath, [range.child, join(place, 'demo'), join(place, 'home'), String(killAt)], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  running.stdout.setEncoding('utf8').on('data', (part: string) => { said += part })
  const signal = await new Promise<string | null>((done) => { running.on('close', (_code, how) => done(how)) })
  return { place, statements: signal === 'SIGKILL' ? null : Number(said.trim()) }
}

/** How many statements of the run write to a database. */
export async function workflowKillPoints(range: WorkflowRange): Promise<number> {
  const { place, statements } = await play(range, 0)
  rmSync(place, { recursive: true, force: true })
  return statements ?? 0
}

/** Kills at one point, starts again, lets the run go on: the same result, each assistant made once and reporting once. Gives how it was found. */
export async function killAndResume(range: WorkflowRange, killAt: number): Promise<string> {
  const { place, statements } = await play(range, killAt)
  if (statements !== null) { rmSync(place, { recursive: true, force: true }); return 'not killed' }
  const core = await createCore({ home: join(place, 'home'), demoSpeed: 0, watch: false })
  try {
    const { agents, jobs, workflows } = await core.open(join(place, 'demo'))
    await allQuiet(agents, jobs)
    const [job] = jobs.list()
    if (job === undefined) return 'not started'
    if (job.status === 'interrupted') workflows.resume(job.id)
    await workflows.still()
    await allQuiet(agents, jobs)
    const ended = jobs.get(job.id)
    expect([killAt, ended.job.status, ended.job.error, (ended.data as { result?: unknown } | null)?.result]).toEqual([killAt, 'completed', null, RESULT])
    const helpers = agents.list().filter((one) => one.role === 'helper')
    const reports = helpers.map((one) => agents.entries(one.id, { limit: 100 }).entries.filter((entry) => entry.payload['tool'] === 'report_result').length)
    expect([killAt, helpers.map((one) => one.status), reports]).toEqual([killAt, ['archived', 'archived', 'archived'], [1, 1, 1]])
    return job.status
  } finally {
    await core.close()
    rmSync(place, { recursive: true, force: true })
  }
}
