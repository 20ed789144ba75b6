// The isolate host: runs one script at a time in a fresh isolate. It knows no file, no network and no other process; its parent ends it
// when a script does not end by itself (01 Processes). Plain Node runs this file as it is, so it imports nothing of ours.
import ivm from 'isolated-vm'

interface Run { kind: 'run'; id: number; code: string; isolateMb: number; resultChars: number }
type Message = Run | { kind: 'health'; id: number }
type Outcome = { ok: true; json: string } | { ok: false; code: string; message: string }

/**
 * Runs inside the isolate before the script, so that it holds the real JSON and the real function constructor. Everything that could
 * call back into the script (toJSON, getters of a thrown error) happens in here, under the parent's one deadline.
 */
const bootstrap = `'use strict'
for (const name of ['WebAssembly', 'SharedArrayBuffer', 'Atomics']) delete globalThis[name]
const { stringify } = JSON
const text = String
const AsyncFunction = (async () => {}).constructor
const { slice } = String.prototype
const cut = (value, most) => Reflect.apply(slice, text(value), [0, most])
const { apply } = Reflect
const describe = (error) => {
  try {
    if (typeof error !== 'object' || error === null) return ['Error', cut(error, 2000)]
    return [cut(error.name ?? 'Error', 100), cut(error.message ?? '', 2000)]
  } catch {
    return ['Error', 'The script threw something that cannot be read.']
  }
}
return async (code, most) => {
  let stage = 'SCRIPT_SYNTAX'
  try {
    const script = new AsyncFunction('"use strict";\\n' + code)
    stage = 'SCRIPT_ERROR'
    const value = await apply(script, undefined, [])
    stage = 'RESULT_NOT_JSON'
    const json = value === undefined ? 'null' : stringify(value)
    if (typeof json !== 'string') return stringify(['RESULT_NOT_JSON', 'The result is not plain data.'])
    if (json.length > most) return stringify(['RESULT_TOO_LARGE', 'The result has ' + json.length + ' characters, at most ' + most + ' can be returned.'])
    return ' ' + json
  } catch (error) {
    const [name, message] = describe(error)
    return stringify([stage, name + ': ' + message])
  }
}`

async function run({ code, isolateMb, resultChars }: Run): Promise<Outcome> {
  const isolate = new ivm.Isolate({ memoryLimit: isolateMb, onCatastrophicError: () => process.kill(process.pid, 'SIGKILL') })
  try {
    const context = await isolate.createContext()
    const script = await context.evalClosure(bootstrap, [], { result: { reference: true } })
    const answer: unknown = await script.apply(undefined, [code, resultChars], { result: { promise: true, copy: true } })
    return read(answer, resultChars)
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    if (/memory limit|disposed/i.test(message)) return { ok: false, code: 'MEMORY', message: `The script used more than ${isolateMb} MB.` }
    return { ok: false, code: 'SCRIPT_ERROR', message: message.slice(0, 2_000) }
  } finally {
    if (!isolate.isDisposed) isolate.dispose()
  }
}

/** A script may have replaced what it likes inside its isolate: only the two shapes below count. */
function read(answer: unknown, most: number): Outcome {
  if (typeof answer !== 'string' || answer.length > most + 5_000) return { ok: false, code: 'SCRIPT_ERROR', message: 'The script gave back nothing that can be read.' }
  if (answer.startsWith(' ')) return { ok: true, json: answer.slice(1) }
  const parts: unknown = JSON.parse(answer)
  const [code, message] = Array.isArray(parts) ? parts : []
  return { ok: false, code: String(code), message: String(message) }
}

/** Native allocations (JSON.parse, strings being joined) are not the isolate's heap; the process as a whole has a limit too. The script runs on another thread. */
function watchMemory(mostMb: number): void {
  setInterval(() => {
    if (process.memoryUsage.rss() > mostMb * 1_048_576) process.kill(process.pid, 'SIGKILL')
  }, 10).unref()
}

watchMemory(Number(process.argv[2] ?? 384))
process.on('disconnect', () => process.exit(0))
process.on('message', (message: Message) => {
  const answer = (outcome: Outcome) => process.send?.({ id: message.id, outcome, rss: process.memoryUsage.rss() })
  if (message.kind === 'health') return void answer({ ok: true, json: JSON.stringify({ node: process.versions.node }) })
  run(message).then(answer, (error: unknown) => answer({ ok: false, code: 'SCRIPT_ERROR', message: String(error).slice(0, 2_000) }))
})
process.send?.({ id: 0, outcome: { ok: true, json: 'null' }, rss: 0 })
