import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** What the author asked for when starting the app: `--project DIR`, `--sample` (09 §1). */
export interface Launch { readonly project: string | null; readonly sample: boolean }

export function parseLaunch(argv: readonly string[], cwd: string): Launch {
  const at = argv.findIndex((word) => word === '--project' || word.startsWith('--project='))
  const word = at < 0 ? undefined : argv[at]
  const value = word === undefined ? undefined : word === '--project' ? argv[at + 1] : word.slice('--project='.length)
  return { project: value ? canonical(resolve(cwd, value)) : null, sample: argv.includes('--sample') }
}

/** As core names an opened folder, so that a window showing it is found; a folder that is missing keeps its name. */
function canonical(dir: string): string {
  try {
    return realpathSync(dir)
  } catch {
    return dir
  }
}

/** A second start hands its wish over as plain data; it comes from another process, so it is checked. */
export function readLaunch(data: unknown): Launch {
  if (typeof data !== 'object' || data === null) return { project: null, sample: false }
  const project = 'project' in data && typeof data.project === 'string' ? data.project : null
  return { project, sample: 'sample' in data && data.sample === true }
}

/** `~/.wenqu`, or WENQU_HOME: all that the app keeps outside projects. */
export function wenquHome(env: NodeJS.ProcessEnv): string {
  return env['WENQU_HOME'] ? resolve(env['WENQU_HOME']) : join(homedir(), '.wenqu')
}
