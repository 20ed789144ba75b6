import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where new novels go when the author names no place; core says the same (project/recent.ts). Below WENQU_HOME where that is set, so that tests stay apart. */
export function defaultFolder(home: string, env: NodeJS.ProcessEnv): string {
  return env['WENQU_HOME'] ? join(home, 'novels') : join(homedir(), 'Documents', 'Wenqu')
}
