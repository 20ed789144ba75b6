// Starts a run that stops in the middle of something and says so on stdout; the test then kills this process (04 §10).
import { systemClock } from '../../src/core/models/clock'
import { askApproval, call, end, openBench, say, scripted, type Tool } from './agent-bench'

const [dir = '', scene = ''] = process.argv.slice(2)
const hang = (): Promise<string> => new Promise((resolve) => { process.stdout.write('READY\n'); setTimeout(() => resolve('late'), 60_000) })
const committed: Tool = (_args, caller, bench) => {
  bench.project.projectDb.prepare("INSERT INTO AppliedCall (sessionId, callId, payload, at) VALUES (?, ?, '{}', '')").run(caller.sessionId, caller.callId)
  return hang()
}
const scenes: Record<string, () => ReturnType<typeof openBench>> = {
  text: () => openBench({ dir, clock: systemClock, demoSpeed: 1 }),
  bash: () => openBench({ dir, model: scripted([[say('跑一下'), call('c1', 'bash', { command: 'make' }), end()]]), tools: { bash: hang } }),
  write: () => openBench({ dir, model: scripted([[call('c1', 'write', { path: 'a.md' }), call('c2', 'write', { path: 'b.md' }), end()]]), tools: { write: hang } }),
  committed: () => openBench({ dir, model: scripted([[call('c1', 'save_story_scene', {}), end()]]), tools: { save_story_scene: committed } }),
  read: () => openBench({ dir, model: scripted([[call('c1', 'read', {}), end()]]), tools: { read: hang } }),
  approval: () => openBench({ dir, model: scripted([[call('c1', 'write', {}), end()]]), tools: { write: (_args, caller, bench) => askApproval(bench, caller, 'write') } }),
}

const bench = scenes[scene]?.()
if (bench === undefined) throw new Error(`no scene ${scene}`)
const { id } = bench.agents.create({ profileKey: 'leader.default' })
await bench.agents.send(id, 'slow', 'prompt')
if (scene === 'text') { await bench.until(() => bench.project.sessionsDb.prepare('SELECT 1 FROM Entry WHERE seq = -1').get() !== undefined); process.stdout.write('READY\n') }
if (scene === 'approval') { await bench.agents.whenQuiet(id); process.stdout.write('READY\n') }
setInterval(() => undefined, 1_000)
