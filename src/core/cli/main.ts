import { isFault, type Fault } from '@shared/fault'
import { EXIT, type Command } from './command'
import { commands } from './commands'
import { jsonLine, processIo, show, type Io } from './io'
import { UsageError } from './usage'

/** Runs one command line and gives its exit code; never throws for the author's mistakes (10). */
export async function main(given: readonly string[], io: Io = processIo): Promise<number> {
  const argv = given[0] === 'help' ? [...given.slice(1), '--help'] : given
  try {
    const found = find(argv)
    if (found === null) return wordsOf(argv).length === 0 && argv.includes('--version') ? await tellVersion(argv, io) : await helpOrUnknown(argv, io)
    const command = await found.load()
    if (found.rest.includes('--help')) return tellHelp(help(command), argv, io)
    return await command.run(found.rest, io)
  } catch (error) {
    return report(error, argv.includes('--json'), io)
  }
}

function find(argv: readonly string[]): { load: () => Promise<Command>; rest: readonly string[] } | null {
  for (const words of [2, 1]) {
    const name = argv.slice(0, words).join(' ')
    const load = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (load !== undefined && argv.length >= words) return { load, rest: argv.slice(words) }
  }
  return null
}

const wordsOf = (argv: readonly string[]): string[] => argv.filter((word) => !word.startsWith('-'))

async function tellVersion(argv: readonly string[], io: Io): Promise<number> {
  const unknown = argv.find((word) => word !== '--version' && word !== '--json')
  if (unknown !== undefined) throw new UsageError(`unknown option "${unknown.slice(0, 80)}"; see wenqu --help`)
  const { version } = await import('../../../package.json')
  show(io, argv.includes('--json'), { version }, version)
  return EXIT.ok
}

/** Help is an answer like any other: with `--json` one value (10). */
function tellHelp(text: string, argv: readonly string[], io: Io): number {
  show(io, argv.includes('--json'), { help: text }, text)
  return EXIT.ok
}

const help = (command: Command): string => `Usage: wenqu ${command.usage}\n${command.does}\n${command.details === undefined ? '' : `\n${command.details}\n`}`

/** The help of all commands or of one group (`wenqu judge --help`); what is neither is named. */
async function helpOrUnknown(argv: readonly string[], io: Io): Promise<number> {
  const [group] = wordsOf(argv)
  const names = Object.keys(commands).filter((name) => group === undefined || name.split(' ')[0] === group)
  const asked = argv.every((word) => word === '--json') || argv.includes('--help')
  if (!asked || names.length === 0 || wordsOf(argv.slice(0, 2)).length > 1) throw new UsageError(unknownText(argv, names))
  const lines = await Promise.all(names.map(async (name) => {
    const command = await commands[name]?.()
    return command === undefined ? '' : `  wenqu ${command.usage}\n      ${command.does}`
  }))
  return tellHelp(`Usage: wenqu COMMAND …\n${lines.join('\n')}\nEvery command answers --help; --json gives one JSON value; wenqu --version.\n`, argv, io)
}

function unknownText(argv: readonly string[], names: readonly string[]): string {
  const [first, second] = wordsOf(argv.slice(0, 2)).map((word) => word.slice(0, 80))
  if (first === undefined) return `unknown option "${(argv[0] ?? '').slice(0, 80)}"; see wenqu --help`
  if (names.length === 0) return `unknown command "${first}"; see wenqu --help`
  return `${second === undefined ? `"${first}" is not complete` : `unknown word "${second}" after "${first}"`}; one of: ${names.join(', ')}`
}

/** Usage mistakes in one line; Faults with their code and what mends them; anything else by its message only. With `--json` as one value too (10). */
function report(error: unknown, json: boolean, io: Io): number {
  if (error instanceof UsageError) {
    const message = error.message.replace(/\s+/g, ' ')
    io.err(`wenqu: ${message}\n`)
    if (json) io.out(jsonLine({ status: 'fail', code: 'USAGE', content: `[FAIL] USAGE: ${message}`, details: {} }))
    return EXIT.usage
  }
  const { code, message, fix, data }: Pick<Fault, 'code' | 'message' | 'fix' | 'data'> = isFault(error) ? error.fault : { code: 'INTERNAL', message: error instanceof Error ? error.message : String(error) }
  const content = `[FAIL] ${code}: ${message}${fix === undefined ? '' : ` ${fix}`}`
  if (json) io.out(jsonLine({ status: code === 'HUMAN_ONLY' ? 'denied' : 'fail', code, content, details: data ?? {} }))
  else io.err(`${content}\n`)
  return code === 'HUMAN_ONLY' ? EXIT.denied : EXIT.fail
}
