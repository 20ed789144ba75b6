import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { FromCore } from '../../src/shared/bridge'
import type { CallInput, Output, ProcedureName } from '../../src/shared/procedures'
import { node26, root } from './paths'

export type CoreCall = <N extends ProcedureName>(name: N, input: CallInput<N>) => Promise<Output<N>>

/** Runs `work` against a core of its own, without any window; its projects are closed when it returns. */
export async function withCore<T>(home: string, work: (call: CoreCall) => Promise<T>): Promise<T> {
  const env = { ...process.env, WENQU_HOME: home, WENQU_FOLDER: join(home, 'novels'), WENQU_RESOURCES: join(root, 'resources'), WENQU_DEMO_SPEED: '0' }
  const child = fork(join(root, 'out/main/core.js'), { execPath: node26, execArgv: [], env, serialization: 'json', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const waiting = new Map<number, (message: FromCore & { kind: 'response' }) => void>()
  const ready = new Promise<void>((done, refuse) => {
    child.on('message', (message: FromCore) => {
      if (message.kind === 'ready') done()
      if (message.kind === 'response') waiting.get(message.id)?.(message)
    })
    child.once('exit', (code) => refuse(new Error(`core ended with ${code}`)))
  })
  let next = 1
  const call: CoreCall = async <N extends ProcedureName>(name: N, input: CallInput<N>) => {
    const id = next++
    const { answer } = await new Promise<FromCore & { kind: 'response' }>((done) => {
      waiting.set(id, done)
      child.send({ kind: 'request', id, name, input, principal: 'human' })
    })
    if (!answer.ok) throw new Error(`${name}: ${answer.fault.code}: ${answer.fault.message}`)
    return answer.value as Output<N>
  }
  await ready
  try {
    return await work(call)
  } finally {
    const gone = once(child, 'exit')
    child.send({ kind: 'stop' })
    await gone
  }
}
