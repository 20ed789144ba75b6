import type { Numbered } from '@shared/events'
import type { Session } from '@shared/session'
import type { Core, ProjectRuntime } from '../app/types'
import { EXIT, SESSION_HELP, type Command } from './command'
import type { Io } from './io'
import { sessionChoice, SESSION_OPTIONS, type SessionChoice } from './session-options'
import { parseOptions, required } from './usage'
import { stopSignal, withProject } from './with-project'

/** `run` (10): one agent turn; with `--json` its events as JSON Lines. Exit 3 when it waits for the author. */
export const run: Command = {
  usage: 'run --project DIR --profile K --message TEXT [--model M] [session options] [--json]',
  does: 'Sends a message to an agent and waits until its turn has ended.',
  details: SESSION_HELP,
  async run(argv, io) {
    const parsed = parseOptions(argv, { ...SESSION_OPTIONS, message: 'string', model: 'string' }, { min: 0, max: 0, names: [] })
    const dir = required(parsed, 'project')
    const message = required(parsed, 'message')
    const choice = sessionChoice(parsed)
    return withProject(dir, io, { trust: parsed.flag('trust') }, async (runtime, core) => {
      const session = openSession(runtime, choice, parsed.text('model'))
      const stop = parsed.json ? core.hub.onBatch((events) => { for (const event of events) if (concerns(event, session.id)) io.out(`${JSON.stringify(event)}\n`) }) : () => undefined
      stopSignal().addEventListener('abort', () => void runtime.agents.cancel(session.id))
      await runtime.agents.send(session.id, message, 'prompt')
      const ended = await untilQuiet(runtime, session.id, choice)
      await batched(core)
      stop()
      if (!parsed.json) io.out(`${lastText(runtime, session.id)}\n`)
      return exitCode(runtime, ended, io)
    })
  },
}

function openSession({ agents }: ProjectRuntime, choice: SessionChoice, model: string | undefined): Session {
  const own = { ...choice.overrides, ...(model === undefined ? {} : { model }) }
  if (choice.session !== undefined) return agents.configure(choice.session, own)
  return agents.create({ profileKey: choice.profile ?? 'leader.default', kind: 'cli', role: 'root', ...own })
}

/** `--approve yes|no` answers what the turn asks, until nothing waits. */
async function untilQuiet(runtime: ProjectRuntime, sessionId: number, choice: SessionChoice): Promise<Session> {
  for (let round = 0; ; round++) {
    const session = await runtime.agents.whenQuiet(sessionId)
    const [first] = runtime.approvals.pending().filter((row) => row.surfaceSessionId === sessionId || row.sessionId === sessionId)
    if (session.status !== 'waiting' || choice.approve === 'ask' || first === undefined || round > 400) return session
    const answered = await runtime.pipeline.answer(first.id, choice.approve === 'yes' ? 'approve' : 'deny', first.effectsHash, 'cli', null)
    if (answered.result !== null) await runtime.agents.settled(first.sessionId, first.callId, answered.result)
  }
}

const concerns = ({ event }: Numbered, sessionId: number): boolean => !('sessionId' in event) || event.sessionId === sessionId

/** Events reach listeners in batches of at most 40 ms. */
const batched = async (_core: Core): Promise<void> => new Promise((resolve) => { setTimeout(resolve, 60) })

function lastText({ agents }: ProjectRuntime, sessionId: number): string {
  const { entries } = agents.entries(sessionId, { limit: 50 })
  const last = entries.findLast((entry) => entry.type === 'message' && entry.payload['role'] === 'assistant')
  return typeof last?.payload['text'] === 'string' ? last.payload['text'] : ''
}

function exitCode(runtime: ProjectRuntime, session: Session, io: Io): number {
  if (session.status !== 'waiting') return session.status === 'interrupted' ? EXIT.fail : EXIT.ok
  for (const row of runtime.approvals.pending().filter((each) => each.surfaceSessionId === session.id)) io.err(`Waiting for the author: ${row.tool}, approval ${row.id}\n`)
  return EXIT.needsApproval
}
