import ivm from 'isolated-vm'
import { clock } from './inside/clock.ts'
import { encode } from './inside/encode.ts'
import { errors } from './inside/errors.ts'
import { saved } from './inside/saved.ts'
import { script } from './inside/script.ts'
import { world } from './inside/world.ts'

/** A fresh isolate in which our own text has run and no script yet. */
export interface ReadyIsolate { readonly isolate: ivm.Isolate; readonly context: ivm.Context; readonly start: ivm.Reference; readonly mb: number }

const inside = `'use strict'\n${saved}${clock}${errors}${encode}${world}${script}`

/** Made while nothing waits for it, so that a script starts at once. An isolate that dies takes this process along: its parent starts another. */
export async function readyIsolate(mb: number): Promise<ReadyIsolate> {
  const isolate = new ivm.Isolate({ memoryLimit: mb, onCatastrophicError: () => process.kill(process.pid, 'SIGKILL') })
  const context = await isolate.createContext()
  const start: ivm.Reference = await context.evalClosure(inside, [], { result: { reference: true } })
  return { isolate, context, start, mb }
}

/** Where a text stops being JavaScript: the line within the script, from the engine's own message. */
export async function syntaxLine({ isolate }: Pick<ReadyIsolate, 'isolate'>, code: string): Promise<number | null> {
  try {
    await isolate.compileScript(`(async function () {"use strict";\n${code}\n})`, { filename: 'script' })
    return null
  } catch (error) {
    const line = Number(/\[script:(\d+):\d+\]/.exec(error instanceof Error ? error.message : '')?.[1])
    return Number.isInteger(line) && line > 1 ? line - 1 : null
  }
}
