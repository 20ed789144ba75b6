import { readFile } from 'node:fs/promises'
import { isFault } from '@shared/fault'
import type { ToolResult } from '@shared/tool-result'
import type { ProjectRuntime } from '../app/types'
import type { Caller } from '../tools/types'
import { tellAuthorAct } from './author-act'
import { exitOf, SESSION_HELP, type Command } from './command'
import { effectLines } from './effect-lines'
import { show, type Io } from './io'
import { tellJobLeft } from './job-left'
import { refused } from './refused'
import { callerOf, sessionChoice, SESSION_OPTIONS, type SessionChoice } from './session-options'
import { parseOptions, required, UsageError } from './usage'
import { stopSignal, withProject } from './with-project'

/** One call through the pipeline (10). */
export const call: Command = {
  usage: 'call TOOL [JSON|@FILE|-] --project DIR [session options] [--json]',
  does: 'Makes one tool call. Exit: 0 ok, 1 fail (arguments that are refused too), 2 usage, 3 needs approval, 4 denied.',
  details: SESSION_HELP,
  async run(argv, io) {
    const parsed = parseOptions(argv, SESSION_OPTIONS, { min: 1, max: 2, names: ['TOOL'] })
    const [tool = '', given] = parsed.words
    const dir = required(parsed, 'project')
    const choice = sessionChoice(parsed, io)
    const input = await inputText(given, io)
    const result = await withProject(dir, io, { trust: parsed.flag('trust') }, async (runtime) => {
      const made = await invoke(runtime, choice, tool, input)
      tellJobLeft(io, runtime, made)
      tellAuthorAct(io, runtime, made)
      return made
    })
    show(io, parsed.json, result, textOf(result))
    return exitOf(result.status)
  },
}

async function invoke(runtime: ProjectRuntime, choice: SessionChoice, tool: string, input: string): Promise<ToolResult> {
  let caller: Caller
  try {
    caller = callerOf(runtime, choice, stopSignal())
  } catch (error) {
    if (!isFault(error)) throw error
    return refused(runtime.project.env.id('call'), tool, error.fault)
  }
  return runtime.pipeline.invoke(caller, tool, input)
}

/** The text a model sees; for an approval also what it would change and how to answer. */
export function textOf(result: ToolResult): string {
  if (result.approval === null) return result.content
  const effects = result.approval.effects.map((effect) => effectLines(effect).join('\n'))
  return [result.content, ...effects, `Answer: wenqu human approve ${result.approval.id} --project DIR, or deny.`].join('\n\n')
}

async function inputText(given: string | undefined, io: Io): Promise<string> {
  if (given === undefined) return '{}'
  if (given === '-') return withoutMark(await readAll(io))
  if (!given.startsWith('@')) return given
  try {
    return withoutMark(await readFile(given.slice(1), 'utf8'))
  } catch {
    throw new UsageError(`cannot read ${given.slice(1)}`)
  }
}

/** Some editors put a byte order mark before a text. */
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '')

export async function readAll(io: Io): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of io.stdin()) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}
