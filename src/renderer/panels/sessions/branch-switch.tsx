import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { Entry } from '@shared/session'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { attempt } from '../../stores/notices'
import { useTranscript } from '../../stores/transcript'
import { IconButton } from '../../ui/button'

/** ‹2/3›: the other versions of this message. */
export function BranchSwitch({ entry }: { entry: Entry }) {
  const t = useText()
  const sessionId = useTranscript((s) => s.sessionId)
  const branch = entry.branch
  if (!branch || branch.total < 2 || sessionId === null) return null
  const go = (index: number) => {
    const entryId = branch.siblings[index]
    if (entryId !== undefined) void attempt(() => call('sessions.switchBranch', { project: projectId(), sessionId, entryId }))
  }
  const at = branch.siblings.indexOf(entry.id)
  return (
    <span className="branch-switch" data-testid="branch-switch" data-value={`${at + 1}/${branch.total}`}>
      <IconButton label={t('sessions.branchPrevious')} disabled={at <= 0} onClick={() => go(at - 1)}><ChevronLeft size={14} aria-hidden /></IconButton>
      <span>{t('sessions.branch', { n: at + 1, m: branch.total })}</span>
      <IconButton label={t('sessions.branchNext')} disabled={at >= branch.total - 1} onClick={() => go(at + 1)}><ChevronRight size={14} aria-hidden /></IconButton>
    </span>
  )
}
