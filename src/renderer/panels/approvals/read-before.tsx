import type { Approval } from '@shared/approval'
import { chapterOf } from '../../editor-core/reading-order'
import { useText } from '../../i18n/text'
import { useStory } from '../../stores/story'
import { isOwnName, toolName } from '../tools/words'
import { visibleText } from '@shared/visible-text'

/** Where the request may come from: what the assistant had read before it asked, newest first (LM-08). */
export function ReadBefore({ read }: { read: Approval['askedBy']['read'] }) {
  const t = useText()
  const outline = useStory((s) => s.outline)
  if (read === undefined || read.named.length === 0) return null
  return (
    <p className="muted approval-read" data-testid="approval-read" title={t('approvals.readHint')}>{t('approvals.read')}
      {read.named.map(({ tool, place }) => (
        <span key={`${tool} ${place}`} data-tool={tool}><span data-user-content={isOwnName(tool) ? '' : undefined}>{toolName(t, tool)}</span>{place !== '' && <> <span data-user-content title={visibleText(place)}>{visibleText(chapterOf(outline, place)?.title ?? place)}</span></>}</span>
      ))}
      {read.more > 0 && <span>{t('approvals.readMore', { count: read.more })}</span>}
    </p>
  )
}
