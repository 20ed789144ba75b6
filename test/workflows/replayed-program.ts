import { rmSync } from 'node:fs'
import { Cancelled } from '../../src/shared/fault'
import { call, end, scripted } from '../model-server/agent-bench'
import { definition, openWorkflowBench, type WorkflowBench } from './workflow-bench'
import type { ModelPort, ModelRequest } from '../../src/core/models/types'
import type { SandboxHost } from '../../src/core/sandbox/types'

/** Everything a script can ask for, in order and side by side. */
const PROGRAM = definition(`async (wf) => {
  wf.chart.node('a'); const kept = await wf.agents.create('adhoc', { initial: { systemPrompt: 'x' }, ephemeral: true })
  const first = (await kept.invoke({ message: 'goal-first' })).result.message
  await kept.append('noted'); const text = await wf.workspace.read('a.md')
  const many = await wf.map(['goal-a', 'goal-b', 'goal-c'], async (message) => { wf.log(message); const said = (await wf.agents.invoke('adhoc', { initial: { systemPrompt: 'x' }, message })).result.message; return said + (await wf.agents.profile('writer')).profileKey }, { concurrency: 2 })
  const who = await wf.ask.select('谁？', ['林', '沈'])
  let refused = ''; try { await wf.sessions.open(999) } catch (error) { refused = error.code }
  return { first, text, many, who, refused, lines: (await kept.transcript()).length }
}`)

export interface Cut { /** Before the answer of this number reaches the script, or while the model speaks for this time; null: never. */ deliver: number | null; speak: number | null }
export interface Seen { result: unknown; status: string; spoken: string[]; /** Reports that were taken, per assistant. */ reports: number[]; sessions: number; activities: number; turns: number; restarts: number }

const goalOf = (request: ModelRequest): string => request.messages.flatMap((message) => (message.role === 'user' ? [...message.text.matchAll(/goal-\w+/g)].map((found) => found[0]) : [])).at(-1) ?? ''

/** Runs the program to its end, stopping the app once at the cut, answering what it asks. */
export async function play(host: SandboxHost, cut: Cut): Promise<Seen> {
  let bench: WorkflowBench
  let stopped: Promise<void> | null = null
  let turns = 0
  const spoken: string[] = []
  const die = (): void => {
    void bench.runtime.workflows.close()
    stopped = bench.runtime.close()
  }
  const sandbox: SandboxHost = {
    ...host,
    flow: (program) => {
      const flow = host.flow(program)
      return { ...flow, deliver: async (...given) => {
        turns++
        if (turns === cut.deliver) { die(); throw new Cancelled() }
        return flow.deliver(...given)
      } }
    },
  }
  const model: ModelPort = scripted([async function* (request, n, signal) {
    if (n === cut.speak) { die(); await new Promise((resolve) => { if (signal.aborted) resolve(null); else signal.addEventListener('abort', resolve, { once: true }) }); return }
    const goal = goalOf(request)
    spoken.push(goal)
    yield call(`r-${request.hint.sessionId}-${n}`, 'report_result', { result: `answer ${goal}` })
    yield end({ reason: 'calls' })
  }])
  bench = await openWorkflowBench(model, sandbox)
  bench.write('a.md', '雪')
  const id = await bench.begin(PROGRAM)
  let restarts = 0
  for (;;) {
    await bench.until(() => stopped !== null || bench.runtime.jobs.get(id).job.status !== 'running')
    if (stopped !== null) {
      await stopped
      stopped = null
      restarts++
      bench = await openWorkflowBench(model, sandbox, { home: bench.home, owner: bench.owner })
    }
    const { job } = bench.runtime.jobs.get(id)
    if (job.status === 'interrupted') bench.runtime.workflows.resume(id)
    else if (job.status === 'waiting') bench.runtime.workflows.answer(id, Object.fromEntries(job.asks.map((ask) => [ask.id, '林'])))
    else if (job.status !== 'running') break
  }
  const { job, data } = bench.runtime.jobs.get(id)
  const reports = bench.runtime.agents.list().filter((one) => one.role === 'helper').map((one) => bench.runtime.agents.entries(one.id, { limit: 100 }).entries.filter((entry) => entry.payload['tool'] === 'report_result').length)
  const seen = { reports, result: (data as { result?: unknown } | null)?.result, status: `${job.status} ${job.error}`, spoken: spoken.sort(), sessions: bench.runtime.agents.list().length, activities: bench.runtime.workflows.state(id).activities.done, turns, restarts }
  await bench.close()
  rmSync(bench.home, { recursive: true, force: true })
  return seen
}
