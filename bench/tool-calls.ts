import Database from 'better-sqlite3'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { defineTool, eraseTool } from '../src/core/tools/define-tool'
import { createPipeline } from '../src/core/tools/pipeline'
import type { Pipeline } from '../src/core/tools/types'
import { answersInGroups } from '../src/core/cli/answers-in-groups'
import { logToDisk, makeRoom } from '../src/core/project/log-room'
import { benchProfiles, openBench, type Bench } from '../test/tools/bench'
import { compare, type BenchRow } from './measure'

const CALLS = 50
const input = z.strictObject({ text: z.string().describe('What it says again.') })
const about = { operation: 'bench.echo', input, risk: 'low', mutates: false, gate: 'none', needs: [] } as const
const echo = defineTool({ ...about, name: 'echo', description: 'Says a text again. Use it in the bench.', result: 'content', prepare: ({ text }) => ({ plan: text, effects: [] }), run: (text) => ({ value: text, changes: [] }), say: (text) => text })
const action = { ...about, result: 'action', prepare: ({ text }: { text: string }) => ({ plan: text, effects: [] }), run: (text: string) => ({ value: text, changes: [] }), say: (text: string) => text } as const
/** An action like a list of tasks or a report: its row is on the disk with what it changes. */
const act = defineTool({ ...action, name: 'act', description: 'Says a text again, as an action. Use it in the bench.', caps: { oneCommit: true } })
/** An action like one on the web or in a program: its row is on the disk before it starts, and again when it ends (04 §10). */
const reach = defineTool({ ...action, name: 'reach', description: 'Says a text again, as an action that reaches outside. Use it in the bench.' })

async function mcpEcho(): Promise<{ call(): Promise<unknown>; close(): Promise<void> }> {
  const server = new McpServer({ name: 'bench', version: '1' })
  server.registerTool('echo', { description: 'Says a text again.', inputSchema: { text: z.string() } }, ({ text }) => ({ content: [{ type: 'text', text }] }))
  const client = new Client({ name: 'bench', version: '1' })
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(theirs), client.connect(ours)])
  return { call: () => client.callTool({ name: 'echo', arguments: { text: '雪' } }), close: () => client.close() }
}

interface Floor { call(): void; close(): void }
/** What SQLite takes alone: a commit on the disk when an action starts and one when it ends, each of one row as long as the action's own is then. */
async function bareCommits({ home, project }: Bench): Promise<Floor> {
  const sizes = project.sessionsDb.prepare<[], { started: number; ended: number }>(`SELECT length(started) AS started, length(started || CAST(result || stages || finishedAt AS BLOB)) AS ended
    FROM (SELECT *, CAST(callId || tool || args || argsHash || verdict || state || requestedAt || startedAt AS BLOB) AS started FROM Call WHERE tool = 'reach' LIMIT 1)`).get()
  if (sizes === undefined) throw new Error('no action was kept')
  const db = new Database(join(home, 'floor.sqlite'))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec('CREATE TABLE Row (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT')
  await makeRoom(db)
  const put = db.prepare('INSERT INTO Row (text) VALUES (?)')
  const [started, ended] = ['x'.repeat(sizes.started), 'x'.repeat(sizes.ended)]
  return { call: () => { put.run(started); put.run(ended) }, close: () => { db.close() } }
}

/** Row 6 of 13: a call through the whole pipeline, in batch mode, against a no-op of the MCP SDK in the same process: without a row, with one, and with one on the disk; an action that reaches outside leaves two there, and is held against what the disk takes, too. */
export async function toolCalls(): Promise<BenchRow[]> {
  const profiles = benchProfiles()
  const leader = profiles.get('leader.default')
  if (leader !== undefined) profiles.set('leader.default', { ...leader, tools: ['echo', 'act', 'reach'] })
  const bench = await openBench([{ name: 'neb', tools: [eraseTool(echo), eraseTool(act), eraseTool(reach)] }], profiles)
  const mcp = await mcpEcho()
  try {
    const caller = bench.caller(bench.session())
    // As a few seconds after a novel was opened.
    await makeRoom(bench.project.sessionsDb)
    // A novel held elsewhere: the one pipeline that writes no row. Row 6 asks 2 of that, 10 of a row; a row costs more than all the rest.
    const silent = createPipeline({ ...bench.deps, project: Object.create(bench.project, { readOnly: { value: true } }) as typeof bench.project })
    const ours = (tool: string, pipeline: Pipeline) => async (): Promise<void> => {
      for (let n = 0; n < CALLS; n += 1) {
        const { status, content } = await pipeline.invoke({ ...caller, callId: bench.project.env.id('call') }, tool, { text: '雪' })
        if (status !== 'ok') throw new Error(content)
      }
    }
    // As `wenqu batch` does: an answer is given out when the disk has what it tells of, and the next calls go on meanwhile.
    const inBatch = (tool: string) => async (): Promise<void> => {
      let given = 0
      const answers = answersInGroups(() => { given += 1 }, () => logToDisk(bench.project.sessionsDb))
      for (let n = 0; n < CALLS; n += 1) {
        let waits = false
        const result = await bench.pipeline.invoke({ ...caller, callId: bench.project.env.id('call'), syncsLater: () => { waits = true } }, tool, { text: '雪' })
        if (result.status !== 'ok') throw new Error(result.content)
        await answers.add(JSON.stringify(result), waits)
      }
      await answers.end()
      if (given !== CALLS) throw new Error(`${given} answers`)
    }
    const theirs = async (): Promise<void> => { for (let n = 0; n < CALLS; n += 1) await mcp.call() }
    const row = (what: string, must: number, peer = 'MCP SDK, in memory') => ({ row: 6, what, size: `${CALLS} calls`, peer, must })
    const rows = [
      await compare(row('a call, no row kept', 2), ours('echo', silent), theirs),
      await compare(row('a call with its row', 10), ours('echo', bench.pipeline), theirs),
      await compare(row('a call with a durable row, in a batch', 10), inBatch('act'), theirs),
      // 10 for each durable row.
      await compare(row('a call with two durable rows, in a batch', 20), inBatch('reach'), theirs),
    ]
    const floor = await bareCommits(bench)
    const bare = (): void => { for (let n = 0; n < CALLS; n += 1) floor.call() }
    try {
      // A call alone waits for the disk at each row, as no no-op in memory does; this is how near it comes to what its two commits cost alone.
      return [...rows, await compare(row('a call with two durable rows, over its commits', 1.5, 'two bare commits of SQLite'), ours('reach', bench.pipeline), bare)]
    } finally {
      floor.close()
    }
  } finally {
    await mcp.close()
    await bench.close()
  }
}
