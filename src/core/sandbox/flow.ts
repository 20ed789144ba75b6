import { sandboxEntry, startSandboxChild, type SandboxAnswer, type SandboxChild } from './child'
import { failScript, readDescription, readTurn } from './flow-answer'
import type { PoolOptions } from './pool'
import type { FlowProgram, FlowSession, FlowTurn } from './types'
import { within } from './within'

/** 2 s of the isolate's own work between two answers (04 §12); the longer time is for a process that tells nothing any more. */
export const flowLimits = { isolateMb: 64, cpuMs: 2_000, turnMs: 20_000 }

type Late = 'late' | 'aborted' | { gone: NodeJS.Signals | null }
/** What a process that did not answer means for its script. */
export function flowGone(reply: Late): never {
  if (reply === 'late') return failScript('TIMEOUT', 'The workflow did not come to a point where it waits.', null)
  if (reply === 'aborted') return failScript('SANDBOX_CRASHED', 'The workflow was ended.', null)
  return reply.gone === 'SIGKILL' ? failScript('MEMORY_LIMIT', 'The workflow used too much memory and was ended.', null) : failScript('SANDBOX_CRASHED', 'The process the workflow ran in has crashed.', null)
}

/** A process for one workflow alone: it may wait for hours, and takes no place among the short scripts. `closed` is told once. */
export function createFlow(options: PoolOptions, program: FlowProgram, closed: () => void): FlowSession {
  const child = startSandboxChild(options.entry ?? sandboxEntry(), options)
  const ready = within(child.next(), options.startMs)
  let lastId = 0
  const ask = async (message: object): Promise<SandboxAnswer> => {
    if (typeof (await ready) !== 'object') return flowGone({ gone: child.endedBy })
    const id = (lastId += 1)
    child.send({ ...message, id })
    const answer = await within(child.next(), flowLimits.turnMs)
    if (answer === 'late') child.kill()
    if (answer === null) return flowGone({ gone: child.endedBy })
    return answer === 'late' || answer === 'aborted' ? flowGone(answer) : answer
  }
  const turn = async (message: object): Promise<FlowTurn> => readTurn(await ask(message))
  return {
    open: async () => { readDescription(await ask({ kind: 'flow.open', ...program, ...flowLimits })) },
    start: (args, caller, limits) => turn({ kind: 'flow.start', args: JSON.stringify(args), caller: JSON.stringify(caller), ...limits }),
    deliver: (call, answer) => turn({ kind: 'flow.deliver', call, ok: answer.ok, json: answer.ok ? answer.json : JSON.stringify({ code: answer.code, message: answer.message }) }),
    close: () => end(child, closed),
  }
}

async function end(child: SandboxChild, closed: () => void): Promise<void> {
  closed()
  child.kill()
  await child.ended
}
