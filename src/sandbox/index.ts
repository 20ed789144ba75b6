// The isolate host: runs one script at a time in a fresh isolate. It knows no file, no network and no other process; its parent ends it
// when a script does not end by itself (01 Processes). Plain Node runs this file as it is, so it imports nothing outside its folder.
import ivm from 'isolated-vm'
import { askCore } from './core-pipe.ts'
import { answerFlow, type FlowMessage } from './flow.ts'
import { readyIsolate, syntaxLine, type ReadyIsolate } from './isolate.ts'

/** `world` null: a script without the world. The token goes out with every call, so that core knows whose it is. */
interface World { token: string; write: boolean; now: number; seed: number }
interface Run { kind: 'run'; id: number; code: string; isolateMb: number; resultChars: number; world: World | null }
type Message = Run | { kind: 'health'; id: number } | FlowMessage
/** `text`: what the isolate answered, checked by core. */
type Answer = { text: string } | { code: string; message: string } | { node: string }

const [, , processMb = '384', usualMb = '64'] = process.argv
let next: Promise<ReadyIsolate> | null = null

async function takeIsolate(mb: number): Promise<ReadyIsolate> {
  const made = next
  next = null
  if (made === null || mb !== Number(usualMb)) return readyIsolate(mb)
  return made
}

async function run({ code, isolateMb, resultChars, world }: Run): Promise<Answer> {
  const ready = await takeIsolate(isolateMb)
  try {
    const host = world === null ? null : new ivm.Callback((name: unknown, args: unknown, bigs: unknown) => askCore(JSON.stringify([world.token, String(name), String(args), String(bigs)])))
    const given = world === null ? null : { now: world.now, seed: world.seed, write: world.write }
    const answer: unknown = await ready.start.apply(undefined, [host, code, resultChars, new ivm.ExternalCopy(given).copyInto()], { result: { promise: true, copy: true } })
    return await read(ready, code, answer, resultChars)
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    if (/memory limit|disposed/i.test(message)) return { code: 'MEMORY_LIMIT', message: `The script used more than ${isolateMb} MB.` }
    return { code: 'SCRIPT_ERROR', message: message.slice(0, 2_000) }
  } finally {
    if (!ready.isolate.isDisposed) ready.isolate.dispose()
  }
}

/** A script may have replaced what it likes inside its isolate: only a text of our own length counts. */
async function read(ready: ReadyIsolate, code: string, answer: unknown, most: number): Promise<Answer> {
  if (typeof answer !== 'string' || answer.length > most + 30_000) return { code: 'SCRIPT_ERROR', message: 'The script gave back nothing that can be read.' }
  if (!answer.startsWith('["failed","SCRIPT_SYNTAX"')) return { text: answer }
  const parts: unknown = JSON.parse(answer)
  const line = await syntaxLine(ready, code)
  return { text: JSON.stringify(Array.isArray(parts) ? parts.with(5, line) : parts) }
}

/** Native allocations (JSON.parse, strings being joined) are not the isolate's heap; the process as a whole has a limit too. The script runs on another thread. */
function watchMemory(mostMb: number): void {
  setInterval(() => {
    if (process.memoryUsage.rss() > mostMb * 1_048_576) process.kill(process.pid, 'SIGKILL')
  }, 10).unref()
}

const prepareNext = (): void => {
  next = readyIsolate(Number(usualMb))
  next.catch(() => undefined)
}

watchMemory(Number(processMb))
// An ordinary exit would wait for the script's thread, which may never end: nobody could stop it then.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', (message: Message) => {
  const answer = (outcome: Answer) => {
    process.send?.({ id: message.id, outcome, rss: process.memoryUsage.rss() })
    if (next === null) prepareNext()
  }
  if (message.kind === 'health') return answer({ node: process.versions.node })
  const work = message.kind === 'run' ? run(message) : answerFlow(message)
  work.then(answer, (error: unknown) => answer({ code: 'SCRIPT_ERROR', message: String(error).slice(0, 2_000) }))
})
prepareNext()
await next
process.send?.({ id: 0, outcome: { node: process.versions.node }, rss: 0 })
