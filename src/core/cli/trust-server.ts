import { fail } from '@shared/fault'
import type { ServerSpec } from '../mcp/types'
import { EXIT } from './command'
import { assertHuman } from './human'
import { show, type Io } from './io'
import { required, type Parsed } from './usage'
import { withProject } from './with-project'

/** `human trust --mcp ALIAS` (07 §8): shows a server, consents to exactly that, and starts it once, so that the consent covers the tools it lists. */
export async function trustServer(parsed: Parsed, io: Io): Promise<number> {
  const alias = required(parsed, 'mcp')
  const dir = required(parsed, 'project')
  assertHuman(io)
  const done = await withProject(dir, io, {}, async ({ mcp }) => {
    const entry = mcp.states().find((one) => one.entry.alias === alias)?.entry ?? fail('MCP_UNKNOWN', `there is no MCP server "${alias.slice(0, 80)}" in the settings.`)
    if (parsed.flag('revoke')) {
      await mcp.withdraw(alias, entry.layer)
      return { alias, consented: false, server: null, tools: [], cause: null }
    }
    if (entry.spec === null) return fail('MCP_CONFIG', entry.error ?? 'the server cannot be used.')
    await mcp.consent(alias, entry.layer, entry.hash)
    if (mcp.states().find((one) => one.entry.alias === alias)?.state === 'idle') await mcp.again(alias, entry.layer)
    const now = mcp.states().find((one) => one.entry.alias === alias)
    return { alias, consented: true, server: serverOf(entry.spec), tools: (now?.tools ?? []).map((tool) => tool.full), cause: now?.cause ?? null }
  })
  const lines = [`${alias}: ${done.consented ? `consented to ${JSON.stringify(done.server)}` : 'no longer consented to'}.`, ...(done.cause === null ? [] : [`It does not work yet: ${done.cause}.`]), ...done.tools]
  show(io, parsed.json, done, lines.join('\n'))
  return EXIT.ok
}

/** What the author consents to, values of the environment included. */
const serverOf = ({ command, args, env, url, headers }: ServerSpec): Record<string, unknown> => (url === null ? { command, args, env } : { url, headers })
