import { join } from 'node:path'
import { ProjectConfig } from '@shared/settings'
import type { Core, ProjectRuntime } from '../app/types'
import { openConfigFile } from '../project/config-store'
import { tell, tellSettings, tellTrust } from './broken-files'
import { assertNotBelowTool } from './human'
import type { Io } from './io'

/** Opens core and the project, does the work, closes both; outside changes are not watched in a single command. */
export async function withProject<T>(dir: string, io: Io, options: { trust?: boolean }, work: (runtime: ProjectRuntime, core: Core) => Promise<T> | T): Promise<T> {
  if (options.trust === true) assertNotBelowTool(io)
  return withCore(io, async (core) => {
    tellTrust(io, core.env)
    const runtime = await core.open(dir, options.trust === true ? { trust: true } : {})
    tellSettings(io, openConfigFile(join(runtime.project.dir, '.nbook', 'config.json'), ProjectConfig).get().error)
    return work(runtime, core)
  })
}

export async function withCore<T>(io: Io, work: (core: Core) => Promise<T>): Promise<T> {
  const { createCore } = await import('../app/create-core')
  const home = io.env['WENQU_HOME']
  const core = await createCore({ watch: false, warn: (text) => tell(io, text), ...(home === undefined || home === '' ? {} : { home }) })
  try {
    tellSettings(io, core.settings.get().error)
    const result = await work(core)
    // A workflow that was started works on to its end, or until it waits for the author.
    await Promise.all(core.opened().map((runtime) => runtime.workflows.still()))
    return result
  } finally {
    await core.close()
  }
}

/** Ctrl-C reaches the call as a stop, once; a second one ends the process. */
export function stopSignal(): AbortSignal {
  return (stopping ??= listen()).signal
}

let stopping: AbortController | null = null

function listen(): AbortController {
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  // Nobody reads the answers any more (`| head -1`).
  process.stdout.once('error', () => stop.abort())
  return stop
}
