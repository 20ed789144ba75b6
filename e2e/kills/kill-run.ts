import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { node26, root } from '../helpers/paths'

/** One write sent through the pipeline; `acknowledged` once its result line was read before the kill. */
export interface Sent { id: string; tool: 'write' | 'save_story_chapter'; key: string; content: string; acknowledged: boolean }

const line = (sent: Sent) => JSON.stringify(sent.tool === 'write'
  ? { id: sent.id, tool: 'write', input: { path: `lorebook/note/${sent.key}/index.md`, content: sent.content } }
  : { id: sent.id, tool: 'save_story_chapter', input: { action: 'create', name: sent.key, title: sent.content } })

function nextWrites(round: number, count: number): Sent[] {
  return Array.from({ length: count }, (_, i): Sent => {
    const id = `r${round}-${i}`
    return i % 2 === 0 ? { id, tool: 'write', key: `k${round}-${i}`, content: `第${round}轮第${i}份\n${'雪'.repeat(200)}\n`, acknowledged: false } : { id, tool: 'save_story_chapter', key: `c${round}-${i}`, content: `章 ${round}.${i}`, acknowledged: false }
  })
}

const ended = (child: ChildProcess) => new Promise<void>((resolve) => child.once('exit', () => resolve()))

/** Starts a core (`wenqu batch`), pours writes in, and kills it `delayMs` after its first answer. Returns what was sent. */
export async function killRound(project: string, home: string, round: number, delayMs: number): Promise<Sent[]> {
  const sent = nextWrites(round, 60)
  const node = node26
  const child = spawn(node, ['out/main/cli.js', 'batch', '--project', project], { cwd: root, env: { ...process.env, WENQU_HOME: home }, stdio: ['pipe', 'pipe', 'pipe'] })
  const gone = ended(child)
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => { errors += chunk.toString() })
  child.stdin.on('error', () => undefined)
  child.stdin.write(sent.map((one) => `${line(one)}\n`).join(''))
  const byId = new Map(sent.map((one) => [one.id, one]))
  let timer: NodeJS.Timeout | undefined
  for await (const text of createInterface({ input: child.stdout })) {
    const result = JSON.parse(text) as { id: string; status: string; content: string }
    if (result.status !== 'ok') throw new Error(`a write failed: ${result.content} ${errors}`)
    const one = byId.get(result.id)
    if (one) one.acknowledged = true
    timer ??= setTimeout(() => child.kill('SIGKILL'), delayMs)
    if (result.id === sent.at(-1)?.id) child.kill('SIGKILL')
  }
  await gone
  clearTimeout(timer)
  if (!sent.some((one) => one.acknowledged)) throw new Error(`core answered nothing: ${errors}`)
  return sent
}
