import type { ChangeGroup, ChangeItem } from '@shared/procedures/inbox'
import { chapterOf, nameOfPath } from '../../editor-core/reading-order'
import { isMessageKey } from '@shared/i18n'
import { text } from '../../i18n/text'
import { useStory } from '../../stores/story'

export const isFile = (item: Pick<ChangeItem, 'area'>): boolean => item.area === 'file' || item.area === 'proposal'

/** A chapter's title where a text has one, else the file's name; an entity's own title. */
export function shownName(item: ChangeItem): string {
  if (!isFile(item)) return item.name
  return chapterOf(useStory.getState().outline, item.movedTo ?? item.name)?.title ?? nameOfPath(item.movedTo ?? item.name)
}

/** What kind of thing it is, for entities. */
export function entityWord(entity: string): string {
  for (const key of [`inbox.entity.${entity}`, `approvals.kind.${entity}`]) if (isMessageKey(key)) return text(key)
  return entity
}

/** Who did it: the conversation, a command, another program. */
export function groupName(group: ChangeGroup): string {
  if (group.actor === 'outside') return text('inbox.outside')
  if (group.actor === 'restore') return text('inbox.by.restore')
  return group.sessionTitle === null ? text(`inbox.by.${group.actor}`) : group.sessionTitle === '' ? text('sessions.placeholder') : group.sessionTitle
}

/** 字数 more or less, else lines; nothing where nothing was counted. */
export function amount({ words, added, removed }: ChangeItem): string | null {
  if (words !== null && words !== 0) return words > 0 ? text('inbox.wordsMore', { count: words }) : text('inbox.wordsLess', { count: -words })
  if (added === null || removed === null || added + removed === 0) return null
  return text('inbox.lines', { added, removed })
}
