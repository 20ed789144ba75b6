import { createEnv } from '../project/env'
import { readOwnRules } from '../shell/judge/own-rules'
import { judgeShell } from '../shell/judge/judge-shell'
import { globalRules } from '../shell/judge/rule-sources'
import { tell } from './broken-files'
import { EXIT, type Command } from './command'
import { show } from './io'
import { parseOptions } from './usage'

/** `judge shell` (10, 06 §9): what the gate would say of a command, without running it. A rules file counts as one of a project: only when trusted. */
export const judgeShellCommand: Command = {
  usage: 'judge shell CMD [--trusted] [--rules FILE] [--json]',
  does: 'Says whether Bash may run a command without asking: {verdict: "allow"|"ask"|"deny", reason}.',
  async run(argv, io) {
    const parsed = parseOptions(argv, { trusted: 'boolean', rules: 'string' }, { min: 1, max: 1, names: ['CMD'] })
    const [text = ''] = parsed.words
    const file = parsed.text('rules')
    const trusted = parsed.flag('trusted')
    const global = globalRules(createEnv(io.env['WENQU_HOME']))
    const given = file === undefined || !trusted ? { rules: [], problems: [] } : readOwnRules(file, 'noeta')
    for (const problem of [...global.problems, ...given.problems]) tell(io, problem)
    if (file !== undefined && !trusted) tell(io, `${file} counts only with --trusted`)
    const { verdict, code, text: why } = judgeShell(text, { trusted, own: [...global.rules, ...given.rules] })
    const reason = `${code}: ${why}`
    show(io, parsed.json, { verdict, reason }, `${verdict}: ${reason}`)
    return EXIT.ok
  },
}
