import { isFault } from '@shared/fault'
import type { OpenedProject, PathUse } from '../types'

/** What the path rules say without touching anything (`wenqu judge path`, 10). `reason` is a code and its sentence, or ''. */
export async function judgePath(project: Pick<OpenedProject, 'files'>, path: string, use: PathUse): Promise<{ verdict: 'allow' | 'deny'; reason: string; code: string | null }> {
  try {
    await project.files.authorize(path, { use, missingOk: true, kind: use === 'read' ? 'any' : 'file' })
    return { verdict: 'allow', reason: '', code: null }
  } catch (error) {
    if (!isFault(error)) throw error
    return { verdict: 'deny', reason: `${error.fault.code}: ${error.fault.message}`, code: error.fault.code }
  }
}
