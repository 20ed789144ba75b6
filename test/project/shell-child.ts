// A core with one shell run that starts detached processes too; the test kills it at once and looks for what is left.
import { createProject } from '../../src/core/project/create-project'
import { createEnv } from '../../src/core/project/env'
import { openProject } from '../../src/core/project/open-project'
import { createShellService } from '../../src/core/shell/shell-service'

const [dir = '', home = '', callId = '', isolation = 'auto'] = process.argv.slice(2)
const env = createEnv(home)
await createProject(dir, { title: 'x', locale: 'en' }, env)
const project = await openProject(dir, env, { emit: () => undefined, readOnlyOk: false, watch: false })
const shell = createShellService({ project, rules: () => [], rootOf: () => 1, jobs: () => { throw new Error('no jobs here') }, isolation: isolation === 'never' ? 'never' : 'auto' })
const caller = { sessionId: 1, callId, trusted: true, signal: new AbortController().signal }
const work = shell.run({ plan: shell.plain('(setsid sleep 994 &); (setsid nohup sleep 993 >/dev/null 2>&1 &); echo x > made.md; sleep 992'), timeoutMs: 600_000 }, caller)
process.stdout.write('running\n')
await work
