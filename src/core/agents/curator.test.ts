import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ToolResult } from '@shared/tool-result'
import { stream, startModelServer, text, toolCall, type ModelServer, type Reply } from '../../../test/model-server/openai-server'
import { tempFolder } from '../../../test/project/make-project'
import { main } from '../cli/main'

const path = 'simulation/subjects/lin-xia'
const facts = JSON.stringify({ subjectPath: path, facts: ['船家不肯过江，另有隐情'] })

/** A novel of its own and the command line over it; with replies, memory.curator speaks through a loopback server. */
async function novel(replies: readonly Reply[] | null, budgets: unknown = undefined) {
  const home = tempFolder()
  const dir = join(home, 'novel')
  const server: ModelServer | null = replies === null ? null : await startModelServer(replies)
  if (server !== null) onTestFinished(() => server.close())
  const price = { currency: 'CNY', per: 1_000_000, input: 1, output: 2 }
  const models = server === null ? {} : { models: { default: 'box/m', providers: { box: { kind: 'openai-compatible', baseURL: server.url, models: { m: { context: 65_536, maxOutput: 8_192, price } } } } } }
  mkdirSync(join(home, '.wenqu'))
  writeFileSync(join(home, '.wenqu/config.json'), JSON.stringify({ ...models, ...(budgets === undefined ? {} : { budgets }) }))
  const wenqu = async (argv: readonly string[]): Promise<{ code: number; out: string }> => {
    let out = ''
    const code = await main(argv, { out: (more) => { out += more }, err: () => undefined, isTerminal: false, async *stdin() { yield '' }, env: { WENQU_HOME: join(home, '.wenqu'), WENQU_HUMAN: '1', WENQU_DEMO_SPEED: '0' } })
    return { code, out }
  }
  expect(await wenqu(['project', 'new', dir, '--title', '雪'])).toMatchObject({ code: 0 })
  return {
    server, wenqu, dir,
    memory: () => readFileSync(join(dir, path, 'memory.jsonl'), 'utf8'),
    call: async (tool: string, input: string, ...more: string[]): Promise<ToolResult & { exit: number }> => {
      const { code, out } = await wenqu(['call', tool, input, '--project', dir, '--profile', 'simulator.leader', '--json', ...more])
      return { ...(JSON.parse(out) as ToolResult), exit: code }
    },
  }
}

const report = (patch: unknown): Reply => stream(toolCall(0, 'c1', 'report_result', JSON.stringify({ result: 'ok', data: { patch } }), 40), { finish: 'tool_calls', usage: { prompt_tokens: 100, completion_tokens: 20 } })

describe('memory.curator (07 §5) from the command line', () => {
  it('is asked with its own prompt, the facts and what is remembered; its patch is written', async () => {
    const { call, memory, server, dir, wenqu } = await novel([report([{ op: 'add', path: '/-', value: { topic: '船家', view: '有事瞒着我' } }]), report([{ op: 'replace', path: '/0/view', value: '怕的是江里的东西' }])])
    expect(await call('subject_memory_update', facts)).toMatchObject({ exit: 0, status: 'ok', details: { status: 'updated', attempts: 1 } })
    expect(memory()).toBe('{"topic":"船家","view":"有事瞒着我"}\n')
    const body = JSON.stringify(server?.requests[0]?.body)
    expect(body).toContain('You keep the memories of one person')
    expect(body).toContain('船家不肯过江，另有隐情')
    expect(server?.requests[0]?.body).toMatchObject({ tools: [{ function: { name: 'report_result' } }] })
    // Asked about first: another process shows the card's own text again, without another call of the model.
    const waiting = await call('subject_memory_update', facts, '--mode', 'discuss')
    expect(waiting).toMatchObject({ exit: 3, status: 'needs_approval' })
    expect(await wenqu(['human', 'approve', waiting.approval?.id ?? '', '--project', dir])).toMatchObject({ code: 0 })
    expect(memory()).toBe('{"topic":"船家","view":"怕的是江里的东西"}\n')
    expect(server?.requests).toHaveLength(2)
  })

  it('is told why its patch could not be used', async () => {
    const { call, server } = await novel([report([{ op: 'replace', path: '/3/view', value: 'x' }]), stream([text('我不知道。')])])
    expect(await call('subject_memory_update', facts)).toMatchObject({ exit: 0, status: 'ok', details: { status: 'needs_review', attempts: 2 } })
    expect(JSON.stringify(server?.requests[1]?.body)).toContain('Your last patch could not be used: the patch cannot be applied: OPERATION_PATH_UNRESOLVABLE at operation 0')
  })

  it('a provider that refuses is told as itself, and a limit stops before anything is sent', async () => {
    const refused = await novel([{ kind: 'status', status: 401 }])
    expect(await refused.call('subject_memory_update', facts)).toMatchObject({ exit: 1, status: 'fail', code: 'PROVIDER_ERROR' })
    const limited = await novel([report([])], { day: { cost: 0.0001, tokens: null } })
    expect(await limited.call('subject_memory_update', facts)).toMatchObject({ exit: 1, status: 'fail', code: 'BUDGET' })
    expect(limited.server?.requests).toEqual([])
  })

  it('works offline with the demo model; without embeddings a search says so', async () => {
    const { call, memory } = await novel(null)
    expect(await call('subject_memory_update', facts)).toMatchObject({ exit: 0, details: { status: 'updated' } })
    expect(memory()).toBe('{"topic":"船家不肯过江","view":"船家不肯过江，另有隐情"}\n')
    expect(await call('subject_memory_update', facts)).toMatchObject({ exit: 0, details: { status: 'needs_review', reason: 'the topic "船家不肯过江" would stand twice' } })
    expect(await call('subject_event_append', JSON.stringify({ subjectPath: path, events: [{ text: '雪夜到了渡口' }] }))).toMatchObject({ exit: 0 })
    expect(await call('subject_rag_search', JSON.stringify({ subjectPath: path, query: '雪', sources: ['events'] }))).toMatchObject({ exit: 1, code: 'EMBEDDING_NOT_CONFIGURED' })
  })
})
