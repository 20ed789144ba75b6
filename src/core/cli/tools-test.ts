import { fail } from '@shared/fault'
import { createEnv } from '../project/env'
import { loadedSpec } from '../scripts/loaded-spec'
import { releaseOf } from '../scripts/release'
import { keepLastTest } from '../scripts/testing/last-test'
import type { Follow } from '../scripts/testing/run-tests'
import { reportText } from '../scripts/testing/report'
import { noContext } from '../tools/lint/lint'
import { EXIT, type Command } from './command'
import { assertNotBelowTool } from './human'
import { show, type Io } from './io'
import { toolBox } from './tools-of'
import { parseOptions, projectDirOf } from './usage'
import { stopSignal } from './with-project'

/** `tools test` (10, 08 §8): the cases of a script tool and those made from its definition. It runs the tool, so only the author may ask for it. */
export const toolsTest: Command = {
  usage: 'tools test NAME [--project DIR] [--json]',
  does: 'Runs the cases of a script tool in scratch projects, and cases made from its definition; exit 1 when one is red, too few cases are of a kind, or the lint finds an error.',
  async run(argv, io) {
    const parsed = parseOptions(argv, { project: 'string' }, { min: 1, max: 1, names: ['NAME'] })
    const [name = ''] = parsed.words
    assertNotBelowTool(io)
    const box = toolBox(parsed.text('project'), io)
    const state = box.scripts.find(name) ?? fail('TOOL_UNKNOWN', `there is no script tool "${name.slice(0, 80)}".`)
    const spec = loadedSpec(state)
    const { runToolTests } = await import('../scripts/testing/run-tests')
    const env = createEnv(io.env['WENQU_HOME'])
    const report = await runToolTests(state, spec, { ...noContext, ...releaseOf(env, [state], projectDirOf(parsed)) }, followOnTerminal(io))
    if (io.isTerminal) io.err('\r\u001B[K')
    await keepLastTest(env.home, state, report, env.now().toISOString())
    const { outcomes: _outcomes, ...shown } = report
    show(io, parsed.json, shown, reportText(report))
    return report.green ? EXIT.ok : EXIT.fail
  },
}

/** A line that counts, for someone who waits; Ctrl-C stops the tests. */
function followOnTerminal(io: Io): Follow {
  return { signal: stopSignal(), row: ({ name }, done, total) => { if (io.isTerminal) io.err(`\r\u001B[KTesting ${done} of ${total}: ${name.slice(0, 60)}`) } }
}
