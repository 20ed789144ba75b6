import { delimiter } from 'node:path'
import { cleanPath } from './programs'

/** What a child may know of ours; everything else is left out: keys, NODE_OPTIONS, LD_*, BASH_ENV, GIT_*, ELECTRON_* (06 §8). */
const kept = ['HOME', 'LANG', 'LC_ALL', 'TERM', 'TMPDIR', 'PYTHONHASHSEED', 'PYTHONPATH', 'VIRTUAL_ENV']
const keptOnWindows = ['SystemRoot', 'ComSpec', 'PATHEXT', 'TEMP', 'TMP', 'USERPROFILE']

/** By this name a process below a tool's call is known, however far it went (06 §8). */
export const marker = 'WENQU_CALL'

/** The environment of a process that a tool starts, built from nothing. `call` marks it and all its children. */
export function childEnvironment(own: NodeJS.ProcessEnv, call: string): Record<string, string> {
  const env: Record<string, string> = { PATH: cleanPath(own['PATH']).join(delimiter), GIT_TERMINAL_PROMPT: '0', PAGER: 'cat', [marker]: call }
  for (const name of process.platform === 'win32' ? [...kept, ...keptOnWindows] : kept) {
    const value = own[name]
    if (value !== undefined && value !== '') env[name] = value
  }
  return env
}
