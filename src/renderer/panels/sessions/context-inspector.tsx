import { ScanEye } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useCallback, useEffect, useState } from 'react'
import type { ContextReport, ContextRow } from '@shared/context'
import type { Fault } from '@shared/fault'
import { call } from '../../bridge/call'
import { errorFault } from '../../i18n/fault-text'
import { currentLocale, useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { useTranscript } from '../../stores/transcript'
import { Button } from '../../ui/button'
import { ErrorNote } from '../../ui/error-note'
import { moveInList } from '../../ui/list-keys'
import { visibleText } from '@shared/visible-text'
import { doesOf } from '../tools/words'

/** What the next request holds, part by part, with the reason of each (04 §6, 09 A7). */
export function ContextInspector({ sessionId }: { sessionId: number }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <button type="button" className="icon-button" data-testid="context-open" title={t('context.open')} aria-label={t('context.open')}><ScanEye size={16} aria-hidden /></button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="menu context-inspector" data-testid="context-inspector" align="end" collisionPadding={8} aria-label={t('context.title')}>
          {open && <Report sessionId={sessionId} />}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Report({ sessionId }: { sessionId: number }) {
  const t = useText()
  const lang = currentLocale()
  const total = useTranscript((s) => s.total)
  const [report, setReport] = useState<ContextReport | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  const look = useCallback(() => {
    call('sessions.context', { project: projectId(), sessionId, lang }).then((found) => { setReport(found); setFault(null) }, (error: unknown) => setFault(errorFault(error)))
  }, [sessionId, lang])
  // Each new entry changes what the next request holds.
  useEffect(look, [look, total])
  if (fault) return <ErrorNote fault={fault} onRetry={look} />
  if (!report) return <div className="context-waiting" aria-busy="true" />
  return (
    <>
      <header className="context-head">
        <h2>{t('context.title')}</h2>
        <p data-testid="context-total" data-value={report.tokens}>{t('context.total', { tokens: report.tokens })}{report.window !== null && ` · ${t('context.ofWindow', { window: report.window, percent: Math.round((report.tokens / report.window) * 100) })}`}</p>
        {report.limit !== null && <p className="muted">{t('context.limit', { limit: report.limit })}</p>}
      </header>
      <ul className="context-rows" tabIndex={-1} onKeyDown={moveInList}>{report.rows.map((row, n) => <Row key={n} row={row} />)}</ul>
      <div><Button size="small" onClick={look}>{t('context.refresh')}</Button></div>
    </>
  )
}

/** Rows of a tool carry its own name; the author reads what it does. */
const ofTool = new Set<ContextRow['kind']>(['tool_def', 'tool_result', 'cleared', 'attachment'])

/** `title` may hold the author's words; `why` is a sentence of the window. */
function Row({ row }: { row: ContextRow }) {
  const t = useText()
  return (
    <li>
      <button type="button" data-row className="context-row" data-testid="context-row" data-kind={row.kind} data-value={row.tokens} data-cached={row.cached} title={row.cached ? t('context.cached') : undefined}>
        <span className="context-line">
          <span className="tag">{t(`context.kind.${row.kind}`)}</span>
          <span className="ellipsis" data-user-content>{visibleText((ofTool.has(row.kind) ? doesOf(t, row.title) : null) ?? row.title)}</span>
          <span className="context-tokens">{row.tokens.toLocaleString(currentLocale())}</span>
        </span>
        <span className="context-why" data-user-content={row.kind === 'agents_md' || row.kind === 'notes' || row.kind === 'prompt' ? '' : undefined}>{row.why}</span>
        <span className="context-share" aria-hidden style={{ inlineSize: `${Math.max(row.share * 100, row.tokens > 0 ? 0.5 : 0)}%` }} />
      </button>
    </li>
  )
}
