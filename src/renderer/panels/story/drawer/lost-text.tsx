import type { LostText as Lost } from '@shared/procedures/story'
import { call } from '../../../bridge/call'
import { timeText } from '../../../i18n/dates'
import { useText } from '../../../i18n/text'
import { projectId, useReadOnly } from '../../../stores/app'
import { attempt } from '../../../stores/notices'
import { Button } from '../../../ui/button'
import { restoreItem } from '../../trash/restore-item'
import { linkOrphan } from '../tree-actions'

/** Puts the text back where it was; one of the history may not know any more whose it is. */
async function bringBack(chapter: string, { path, source }: Lost): Promise<void> {
  if (source.kind === 'trash') return restoreItem({ id: source.id, name: path ?? chapter })
  if (source.kind === 'backup' || path === null) return
  if (await attempt(() => call('versions.restore', { project: projectId(), id: source.id }))) await linkOrphan(path, chapter)
}

/** The text of a chapter is gone from the disk: where it was, and the way to have it back. */
export function LostText({ chapter, lost }: { chapter: string; lost: Lost }) {
  const t = useText()
  const readOnly = useReadOnly()
  const { path, source } = lost
  return (
    <div data-testid="prose-lost" data-source={source.kind}>
      <p className="bad">{t(path === null ? 'board.lost.unknown' : 'board.lost')}</p>
      {path !== null && <p className="muted small ellipsis" data-user-content>{path}</p>}
      <p className="muted">{source.kind === 'history' ? t('board.lost.history', { time: timeText(source.at) }) : t(`board.lost.${source.kind}`)}</p>
      {source.kind !== 'backup' && <Button size="small" testId="prose-lost-back" disabled={readOnly} onClick={() => void bringBack(chapter, lost)}>{t('trash.restore')}</Button>}
    </div>
  )
}
