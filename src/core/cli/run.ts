import type { CoreEvent, Numbered } from '@shared/events'
import type { Session } from '@shared/session'
import type { Core, ProjectRuntime } from '../app/types'
import { EXIT, SESSION_HELP, type Command } from './command'
import { jsonLine, type Io } from './io'
import { parentOf, placeBelow, sessionChoice, SESSION_OPTIONS, type SessionChoice } from './session-options'
import { parseOptions, required } from './usage'
import { stopSignal, withProject } from './with-project'

/** `run` (10): one agent turn; with `--json` its events as JSON Lines. Exit 3 when it waits for the author. */
export const run: Command = {
  usage: 'run --project DIR --profile K --message TEXT [--model M] [session options] [--json]',
  does: 'Sends a message to an agent and waits until its turn has ended.',
  details: `--json              the turn's events as JSON Lines, one for each, instead of one value\n\n${SESSION_HELP}`,
  async run(argv, io) {
    const parsed = parseOptions(argv, { ...SESSION_OPTIONS, message: 'string', model: 'string' }, { min: 0, max: 0, names: [] })
    const dir = required(parsed, 'project')
    const message = required(parsed, 'message')
    const choice = sessionChoice(parsed, io)
    return withProject(dir, io, { trust: parsed.flag('trust') }, async (runtime, core) => {
      const session = openSession(runtime, choice, parsed.text('model'))
      if (choice.trust) runtime.scripts.accept(session.profileKey)
      const told = follow(core, session.id, parsed.json ? io : null)
      stopSignal().addEventListener('abort', () => void runtime.agents.cancel(session.id))
      await runtime.agents.send(session.id, message, 'prompt')
      const quiet = await untilQuiet(runtime, session.id, choice)
      const ended = told()
      if (!parsed.json) io.out(`${lastText(runtime, session.id)}\n`)
      tellLeft(runtime, session.id, io)
      return exitCode(runtime, quiet, ended, io)
    })
  },
}

type Ended = Extract<CoreEvent, { type: 'run.ended' }>

/** Passes the session's events on as JSON Lines; gives the way to end it, once everything has been passed on, and how its last run ended. */
function follow(core: Core, sessionId: number, io: Io | null): () => Ended | null {
  let ended: Ended | null = null
  const stop = core.hub.onBatch((events) => {
    for (const numbered of events.filter((one) => concerns(one, sessionId))) {
      if (numbered.event.type === 'run.ended') ended = numbered.event
      io?.out(jsonLine(numbered))
    }
  })
  return () => {
    // Asking for what is missing hands out what waits for its batch.
    core.hub.since(core.hub.seq())
    stop()
    return ended
  }
}

function openSession(runtime: ProjectRuntime, choice: SessionChoice, model: string | undefined): Session {
  const own = { ...choice.overrides, ...(model === undefined ? {} : { model }) }
  if (choice.session !== undefined) return runtime.agents.configure(choice.session, own)
  return runtime.agents.create({ profileKey: choice.profile ?? 'leader.default', kind: 'cli', ...placeBelow(parentOf(runtime, choice)), ...own })
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

function lastText({ agents }: ProjectRuntime, sessionId: number): string {
  const { entries } = agents.entries(sessionId, { limit: 50 })
  const last = entries.findLast((entry) => entry.type === 'message' && entry.payload['role'] === 'assistant')
  return typeof last?.payload['text'] === 'string' ? last.payload['text'] : ''
}

/** What the turn left running ends with this process: nobody shall wait for it. */
function tellLeft({ jobs }: ProjectRuntime, sessionId: number, io: Io): void {
  for (const { id, kind, title } of jobs.list({ ownerId: sessionId }).filter(({ status }) => status === 'running')) {
    io.err(`Still running: ${title} (${id}). It stops with this command${kind === 'workflow' ? ' and goes on when the project is open again' : ''}.\n`)
  }
}

/** 3 while it waits for the author, who is told for what; 1 when the run ended with an error. */
function exitCode(runtime: ProjectRuntime, session: Session, ended: Ended | null, io: Io): number {
  if (session.status === 'waiting') {
    for (const line of waitingFor(runtime, session)) io.err(`Waiting for the author: ${line}\n`)
    return EXIT.needsApproval
  }
  if (ended?.how === 'error') io.err(`[FAIL] ${ended.code ?? 'INTERNAL'}: ${ended.text ?? ''}\n`)
  return session.status === 'interrupted' || ended?.how === 'error' ? EXIT.fail : EXIT.ok
}

function waitingFor(runtime: ProjectRuntime, session: Session): string[] {
  const { pause, openCalls } = runtime.agents.snapshot(session.id)
  const approvals = runtime.approvals.pending().filter((each) => each.surfaceSessionId === session.id).map((row) => `${row.tool}, approval ${row.id}`)
  const questions = openCalls.flatMap((call) => call.questions ?? []).map(({ question }) => `${question} (answered in the window)`)
  return [...(pause === null ? [] : [`${pause.code}: ${pause.text}`]), ...approvals, ...questions]
}
