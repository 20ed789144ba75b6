import { isFault } from '@shared/fault'
import type { OpenedProject, PathRules } from '../types'

/** What the path rules say without touching anything (`wenqu judge path`, 10), with the roots that count now. `reason` is a code and its sentence, or ''. */
export async function judgePath(project: Pick<OpenedProject, 'files'>, path: string, { use, ...roots }: Pick<PathRules, 'use' | 'readRoots' | 'writeRoots'>): Promise<{ verdict: 'allow' | 'deny'; reason: string; code: string | null }> {
  try {
    await project.files.authorize(path, { use, ...roots, missingOk: true, kind: use === 'read' ? 'any' : 'file' })
    return { verdict: 'allow', reason: '', code: null }
  } catch (error) {
    if (!isFault(error)) throw error
    return { verdict: 'deny', reason: `${error.fault.code}: ${error.fault.message}`, code: error.fault.code }
  }
}
