import { isFault } from '@shared/fault'
import type { ToolResult } from '@shared/tool-result'
import { z } from 'zod'
import type { ProjectRuntime } from '../app/types'
import { logToDisk } from '../project/log-room'
import { answersInGroups } from './answers-in-groups'
import { EXIT, SESSION_HELP, type Command } from './command'
import { jsonLine, linesUntil, type Io } from './io'
import { refused } from './refused'
import { callerOf, refuseLooser, sessionChoice, SESSION_OPTIONS, type SessionChoice } from './session-options'
import { parseOptions, required } from './usage'
import { stopSignal, withProject } from './with-project'

const Line = z.strictObject({
  id: z.union([z.string(), z.number()]).optional(), tool: z.string(), input: z.unknown().optional(),
  profile: z.string().optional(), session: z.union([z.int().positive(), z.string().regex(/^[1-9]\d{0,14}$/).transform(Number)]).optional(), mode: z.enum(['normal', 'discuss', 'plan']).optional(),
  permission: z.enum(['default', 'acceptEdits', 'bypassPermissions']).optional(), writeMode: z.enum(['apply', 'dry_run']).optional(), 'write-mode': z.enum(['apply', 'dry_run']).optional(),
  approve: z.enum(['ask', 'yes', 'no']).optional(), trust: z.boolean().optional(),
})
type Line = z.infer<typeof Line>

/** JSON Lines in, one result line each, in order, in one process (10). A bad line is answered with a result line too. */
export const batch: Command = {
  usage: 'batch --project DIR [session options]',
  does: 'Reads lines {id, tool, input, …session options} from stdin and answers each with one result line.',
  details: `A line without an id is answered with one of its own; details.line names a line that could not be read.
Options on a line are written without dashes; trust counts for the whole batch and is given with --trust.\n\n${SESSION_HELP}`,
  async run(argv, io) {
    const parsed = parseOptions(argv, SESSION_OPTIONS, { min: 0, max: 0, names: [] })
    const dir = required(parsed, 'project')
    const choice = sessionChoice(parsed, io)
    return withProject(dir, io, { trust: parsed.flag('trust') }, async (runtime) => {
      const signal = stopSignal()
      const answers = answersInGroups(io.out, () => logToDisk(runtime.project.sessionsDb))
      let number = 0
      try {
        for await (const text of linesUntil(io, signal)) {
          number++
          if (text.trim() === '') continue
          let waits = false
          const result = await answerLine({ runtime, choice, io, signal, syncsLater: () => { waits = true } }, text, number)
          await answers.add(jsonLine(result), waits)
        }
      } finally {
        await answers.end()
      }
      return signal.aborted ? EXIT.interrupted : EXIT.ok
    })
  },
}

const keys = Object.keys(Line.shape).join(', ')
function issueText(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `${issue.keys.map((key) => JSON.stringify(key)).join(', ')}: unknown; legal keys: ${keys}. The arguments of the tool are "input".`
  return `/${issue.path.join('/')}: ${issue.message}`
}

interface Asked { runtime: ProjectRuntime; choice: SessionChoice; io: Io; signal: AbortSignal; syncsLater: () => void }

async function answerLine({ runtime, choice, io, signal, syncsLater }: Asked, text: string, number: number): Promise<ToolResult> {
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch (error) {
    return refused(ownId(runtime), '', { code: 'LINE_JSON', message: `line ${number} is not JSON: ${error instanceof Error ? error.message : ''}`, data: { line: number } })
  }
  const line = Line.safeParse(raw)
  const given = typeof raw === 'object' && raw !== null && 'id' in raw && (typeof raw.id === 'string' || typeof raw.id === 'number') ? String(raw.id) : null
  if (!line.success) return refused(given ?? ownId(runtime), '', { code: 'LINE_INVALID', message: `line ${number}: ${line.error.issues.map(issueText).join('; ')}`, data: { line: number } })
  if (line.data.trust !== undefined && line.data.trust !== choice.trust) return refused(given ?? ownId(runtime), line.data.tool, { code: 'LINE_INVALID', message: `line ${number}: trust counts for the whole batch; start it ${line.data.trust ? 'with' : 'without'} --trust.`, data: { line: number } })
  try {
    refuseLooser(io, { approve: line.data.approve, permission: line.data.permission, session: line.data.session })
    const result = await runtime.pipeline.invoke({ ...callerOf(runtime, merged(choice, line.data), signal), syncsLater }, line.data.tool, line.data.input ?? {})
    return given === null ? result : { ...result, id: given }
  } catch (error) {
    if (!isFault(error)) throw error
    return refused(given ?? ownId(runtime), line.data.tool, error.fault)
  }
}

/** The id of an answer to a line that gives none: that of a call, so that no other line's can equal it, as a line's number could. */
const ownId = ({ project }: ProjectRuntime): string => project.env.id('call')

function merged(choice: SessionChoice, line: Line): SessionChoice {
  const writeMode = line.writeMode ?? line['write-mode']
  return {
    profile: line.profile ?? choice.profile, session: line.session ?? (line.profile === undefined ? choice.session : undefined), startedBy: choice.startedBy, approve: line.approve ?? choice.approve, trust: choice.trust,
    overrides: {
      ...choice.overrides, ...(line.mode === undefined ? {} : { workMode: line.mode }), ...(line.permission === undefined ? {} : { permissionMode: line.permission }),
      ...(writeMode === undefined ? {} : { writeMode }),
    },
  }
}
