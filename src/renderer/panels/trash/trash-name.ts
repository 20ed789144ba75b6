import type { TrashItem } from '@shared/procedures/files'
import { chapterOf, nameOfPath } from '../../editor-core/reading-order'
import { useStory } from '../../stores/story'

/** What an item is called for the author: a chapter's own text by its title or its folder, never `index.md`. */
export function trashName({ kind, name, from }: Pick<TrashItem, 'kind' | 'name' | 'from'>): string {
  if (kind !== 'file' || name !== 'index.md') return name
  return chapterOf(useStory.getState().outline, from)?.title ?? nameOfPath(from)
}
