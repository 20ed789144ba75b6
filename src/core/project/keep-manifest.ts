import { fail } from '@shared/fault'
import { manifestName, parseManifest } from './manifest'
import { foldName } from './paths/fold'
import type { SafePath } from './types'

/** Without its manifest a novel cannot be opened, and what is in its trash cannot be brought back. */
const isManifest = ({ shown, owner }: Pick<SafePath, 'shown' | 'owner'>): boolean =>
  owner !== null && (foldName(shown) === manifestName || foldName(shown) === foldName(`workspace/${owner}/${manifestName}`))

/** Refuses that a novel's manifest goes from its place. MANIFEST_NEEDED. */
export function keepManifest(path: Pick<SafePath, 'shown' | 'owner'>): void {
  if (isManifest(path)) fail('MANIFEST_NEEDED', `Without ${manifestName} the novel cannot be opened: it cannot be deleted, moved or replaced.`, { actual: path.shown, fix: 'Change its text instead.' })
}

/** Refuses a text with which the novel could not be opened. PROJECT_MANIFEST_INVALID. */
export function checkManifestText(path: Pick<SafePath, 'shown' | 'owner'>, text: string): void {
  if (isManifest(path)) parseManifest(text)
}
