import { join } from 'node:path'

/** Where new novels go when the author names no place: the documents folder, or below WENQU_HOME where that is set (tests stay apart). */
export function defaultFolder(home: string, env: NodeJS.ProcessEnv, documents: string): string {
  return env['WENQU_HOME'] ? join(home, 'novels') : join(documents, 'Wenqu')
}
