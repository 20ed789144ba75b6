import type { SafePath } from '../project/types'
import type { FileService, PathAsk, PathHow } from './file-service'
import type { Caller } from './types'

/**
 * A path to read of `Read`, `Glob` and `Grep`. A private place asks before anything is told of it, not even whether it exists (05 §2.3).
 */
export async function authorizeAnywhere(files: FileService, caller: Caller, path: string, how: PathHow): Promise<{ path: SafePath; ask: PathAsk | null }> {
  const loose = await files.authorize(caller, path, 'read', { anywhere: true, kind: 'any', missingOk: true })
  const ask = files.privacy(caller, loose)
  if (ask !== null) return { path: loose, ask }
  return { path: await files.authorize(caller, path, 'read', { ...how, anywhere: true }), ask: null }
}
