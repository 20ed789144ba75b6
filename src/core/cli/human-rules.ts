import type { AllowedCommand } from '@shared/procedures/trust'
import type { Core, ProjectRuntime } from '../app/types'
import { trustHandlers } from '../router/trust-handlers'
import { ruleProblems } from '../shell/judge/rule-sources'
import { tell } from './broken-files'
import { EXIT, type Command } from './command'
import { assertHuman } from './human'
import { show } from './io'
import { parseOptions, required, UsageError } from './usage'
import { withProject } from './with-project'

/** `human rules`: commands that the author always allows in a project (05 §7), and taking one back. */
export const humanRules: Command = {
  usage: 'human rules --project DIR [--forget "PROGRAM [SUBCOMMAND]"] [--json]',
  does: 'Lists the commands that run without asking in a project; --forget takes a remembered one back. The program alone is enough where one rule has it.',
  async run(argv, io) {
    const parsed = parseOptions(argv, { project: 'string', forget: 'string' }, { min: 0, max: 0, names: [] })
    const dir = required(parsed, 'project')
    assertHuman(io)
    const forget = parsed.text('forget')
    const done = await withProject(dir, io, {}, async (runtime, core) => {
      const forgotten = forget === undefined ? null : await takeBack(runtime, core, forget)
      for (const problem of ruleProblems(runtime.project.dir, core.settings.get().config.shell.allowlist, runtime.project.trusted())) tell(io, problem)
      return { forgotten, ...(await listed(runtime, core)) }
    })
    const lines = done.rules.map((rule) => `${rule.source}  ${textOf(rule)}`)
    const said = done.forgotten !== null ? [done.forgotten ? 'Taken back.' : 'There was no such rule.'] : lines.length === 0 ? ['There are no rules of your own: without asking run only the commands of the built-in list.'] : []
    show(io, parsed.json, done, [...said, ...lines].join('\n'))
    return done.forgotten === false ? EXIT.fail : EXIT.ok
  },
}

const listed = ({ project }: ProjectRuntime, core: Core) => trustHandlers['rules.list']({ project: project.slug }, { core, principal: 'human' })

const textOf = ({ program, subcommand }: AllowedCommand): string => `${program}${subcommand === undefined ? ' …' : subcommand === null ? '' : ` ${subcommand} …`}`

/** A rule of the novel's own list: the one that is written so, else the one of that program. False: none is. */
async function takeBack(runtime: ProjectRuntime, core: Core, said: string): Promise<boolean> {
  const words = said.replaceAll('…', ' ').trim().split(/\s+/)
  const own = (await listed(runtime, core)).rules.filter((rule) => rule.source === 'nbook')
  const written = own.filter(({ program, subcommand }) => [program, ...(typeof subcommand === 'string' ? [subcommand] : [])].join(' ') === words.join(' '))
  const named = written.length === 0 && words.length === 1 ? own.filter(({ program }) => program === words[0]) : written
  const [rule] = named
  if (rule === undefined) return false
  if (named.length > 1 && written.length === 0) throw new UsageError(`--forget "${said}" is the program of ${named.length} rules: ${named.map(textOf).join(', ')}; say which`)
  const { program, subcommand } = rule
  return (await trustHandlers['rules.forget']({ project: runtime.project.slug, program, source: 'nbook', ...(subcommand === undefined ? {} : { subcommand }) }, { core, principal: 'human' })).forgotten
}
