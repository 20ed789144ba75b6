// A project with the servers it is told, all started; the test ends it in one way or another and looks for what is left.
import { channelOpener } from '../../src/core/mcp/open-channel'
import { createMcpService } from '../../src/core/mcp/mcp-service'
import { createProject } from '../../src/core/project/create-project'
import { createEnv } from '../../src/core/project/env'
import { openProject } from '../../src/core/project/open-project'

const [dir = '', home = '', servers = '[]', isolation = 'auto'] = process.argv.slice(2)
const given = JSON.parse(servers) as readonly unknown[]
const env = createEnv(home)
await createProject(dir, { title: 'x', locale: 'en' }, env)
const project = await openProject(dir, env, { emit: () => undefined, readOnlyOk: false, watch: false })
const open = channelOpener({ projectDir: dir, home, closed: [], keys: () => ({}), mask: (text) => text, newMark: () => env.id('mcp'), isolation: isolation === 'never' ? 'never' : 'auto' })
const nothing: readonly unknown[] = []
const mcp = createMcpService({ project, servers: (layer) => (layer === 'global' ? given : nothing), open, changed: () => undefined, outage: () => undefined })
mcp.ready(['*'], new AbortController().signal).catch(() => undefined)
// One of them hangs at its start: the others are not waited for with it.
const wanted = ['crash failed', 'good ready', 'parent ready', 'silent connecting']
const timer = setInterval(() => {
  const states = mcp.states().map(({ entry, state }) => `${entry.alias} ${state}`).sort()
  if (states.join() !== wanted.join()) return
  clearInterval(timer)
  process.stdout.write('running\n')
}, 20)
process.stdin.once('data', () => void mcp.close().then(() => project.close()).then(() => process.exit(0)))
