import { delimiter } from 'node:path'
import { marker } from '../shell/environment'
import { cleanPath } from '../shell/programs'

const kept = ['HOME', 'LANG', 'LC_ALL']
const keptOnWindows = ['SystemRoot', 'PATHEXT', 'TEMP']
/** Whatever a tool asks for: what changes how programs are loaded, and keys of ours, never reach it (06 §8). */
const never = /^(?:NODE_OPTIONS|BASH_ENV|ENV|PYTHONSTARTUP|LD_.*|DYLD_.*|GIT_.*|ELECTRON_.*|WENQU_.*)$/i

export interface ScriptPlaces { readonly toolDir: string; readonly projectDir: string; readonly callId: string; readonly tempDir: string }

/** The environment of a script tool, built from nothing (08 §7 Run). `secrets`: values of keys that are set; none passes under another name. */
export function scriptEnvironment(own: NodeJS.ProcessEnv, asked: readonly string[], places: ScriptPlaces, secrets: readonly string[]): Record<string, string> {
  const env: Record<string, string> = {
    PATH: cleanPath(own['PATH']).join(delimiter), TMPDIR: places.tempDir, PYTHONDONTWRITEBYTECODE: '1',
    TOOL_DIR: places.toolDir, PROJECT_DIR: places.projectDir, CALL_ID: places.callId, [marker]: places.callId,
  }
  const fixed = new Set(Object.keys(env))
  const names = [...kept, ...(process.platform === 'win32' ? keptOnWindows : []), ...asked.filter((name) => !never.test(name))]
  for (const name of names) {
    const value = own[name]
    if (value !== undefined && value !== '' && !fixed.has(name) && !secrets.includes(value)) env[name] = value
  }
  return env
}
