import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { makeFolders } from '@shared/make-folders'
import { widenDiskThreads } from '../disk-threads'

/** Runs one command line and gives its exit code (10). */
export async function main(argv: readonly string[]): Promise<number> {
  // Compiled code is kept in the author's own folder, never in a shared one: a call starts a quarter faster (10).
  keepCompiled(join(process.env['WENQU_HOME'] || join(homedir(), '.wenqu'), 'cache', 'code'))
  const { main: run } = await import('./main')
  return run(argv)
}

/** Node makes the folder itself, and never ends where it cannot (`makeFolders`): without it a call is slower, no more. */
function keepCompiled(folder: string): void {
  try {
    makeFolders(folder)
    enableCompileCache(folder)
  } catch {
    return
  }
}

/** Started by a `wenqu` of another Node: when that one is gone, nobody waits for the answer, and what was begun is stopped. */
function endWithStarter(): void {
  if (process.channel === undefined) return
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}

/** Started as the process, by `bin/wenqu.mjs` or directly; a test that imports this file runs nothing. */
const started = basename(process.argv[1] ?? '')
if (['cli.js', 'wenqu', 'wenqu.mjs', 'index.ts'].includes(started)) {
  widenDiskThreads()
  // A reader that is gone is no fault of ours; whoever works on stops by itself (`stopSignal`).
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  endWithStarter()
  const code = await main(process.argv.slice(2))
  // Everything is written and closed: no timer of a library keeps the process.
  process.stdout.write('', () => process.stderr.write('', () => process.exit(code)))
}
