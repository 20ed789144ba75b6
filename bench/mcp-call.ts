import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { readServers } from '../src/core/mcp/config'
import { channelOpener } from '../src/core/mcp/open-channel'
import { createServer } from '../src/core/mcp/server'
import { compare, type BenchRow } from './measure'

const CALLS = 50
const script = resolve('test/mcp/server.mjs')
const args = { text: '雪落了一夜' }

/** Row 15 of 13: calls of one tool over stdio, guarded and watched as ours are, against the library's own client; each has a server process of its own. */
export async function mcpCall(): Promise<BenchRow[]> {
  const home = mkdtempSync(join(tmpdir(), 'wenqu-mcp-bench-'))
  const [entry] = readServers([{ alias: 's', command: process.execPath, args: [script, 'good'] }], 'global')
  if (entry?.spec === null || entry === undefined) throw new Error('the server of the bench cannot be configured')
  const server = createServer({
    entry, spec: entry.spec, projectDir: home, listed: () => Promise.resolve(), changed: () => undefined, outage: () => undefined,
    open: channelOpener({ projectDir: home, home, closed: [], keys: () => ({}), mask: (text) => text, newMark: () => `bench-${process.pid}` }),
  })
  const client = new Client({ name: 'bench', version: '1.0.0' }, { capabilities: {} })
  try {
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [script, 'good'], cwd: home, stderr: 'ignore' }))
    const never = new AbortController().signal
    const said = (content: unknown): void => { if (!JSON.stringify(content).includes(args.text)) throw new Error(`not echoed: ${JSON.stringify(content)}`) }
    const ours = async (): Promise<void> => { for (let n = 0; n < CALLS; n += 1) said((await server.call('echo', args, never, () => undefined)).content) }
    const theirs = async (): Promise<void> => { for (let n = 0; n < CALLS; n += 1) said((await client.callTool({ name: 'echo', arguments: args })).content) }
    return [await compare({ row: 15, what: 'MCP call over stdio', size: `${CALLS} calls`, peer: 'bare client of the MCP SDK', must: 1.3 }, ours, theirs)]
  } finally {
    await client.close()
    await server.close()
    rmSync(home, { recursive: true, force: true })
  }
}
