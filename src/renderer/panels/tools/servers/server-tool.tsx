import { useEffect, useState } from 'react'
import type { Output } from '@shared/procedures'
import type { McpServerRow, McpToolRow } from '@shared/procedures/mcp'
import { call } from '../../../bridge/call'
import { useText } from '../../../i18n/text'
import { projectId, useReadOnly } from '../../../stores/app'
import { attempt, inform } from '../../../stores/notices'
import { Button } from '../../../ui/button'
import { OriginalWords } from '../../../ui/original-words'
import { DiffText } from '../../approvals/effects'
import { visibleText } from '@shared/visible-text'
import { Parameters } from '../parameters'

type Shown = Output<'mcp.tool'>
interface Props { server: McpServerRow; tool: McpToolRow }
const idOf = ({ server: { layer, alias }, tool: { raw } }: Props) => ({ project: projectId(), layer, alias, raw })

/** The definition, read once it is wanted and again when the list changed. */
function useShown({ server, tool }: Props, wanted: boolean): Shown | null {
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    if (!wanted) return
    let still = true
    call('mcp.tool', idOf({ server, tool })).then((answer) => { if (still) setShown(answer) }, () => { if (still) setShown(null) })
    return () => { still = false }
  }, [server, tool, wanted])
  return shown
}

/** What the server says now against what was accepted; only that very text is accepted. */
function Difference({ server, tool }: Props) {
  const t = useText()
  const locked = useReadOnly()
  const shown = useShown({ server, tool }, true)
  const accept = async (hash: string) => {
    if (await attempt(() => call('mcp.accept', { ...idOf({ server, tool }), hash }))) inform(t('mcp.accepted', { name: tool.raw }))
  }
  return (
    <div className="server-change" data-testid="mcp-change" data-id={tool.raw}>
      <p>{t(tool.state === 'new' ? 'mcp.newHint' : 'mcp.changedHint')}</p>
      {shown && <div className="server-diff" tabIndex={0}><DiffText text={shown.diff} /></div>}
      {shown?.hash && <div><Button size="small" kind="primary" testId="mcp-accept" disabled={locked} onClick={() => void accept(shown.hash ?? '')}>{t('mcp.accept')}</Button></div>}
    </div>
  )
}

function Definition({ server, tool }: Props) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const shown = useShown({ server, tool }, open)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}><summary>{t('mcp.showTool')}</summary>
      {shown && <><p className="tool-description" data-user-content>{visibleText(shown.description)}</p><Parameters schema={shown.inputSchema} /></>}</details>
  )
}

/** One tool of a server: both its names, how it stands, what the author says of it. */
export function ServerTool({ server, tool }: Props) {
  const t = useText()
  const locked = useReadOnly()
  const { raw, full, state, why, readOnly, description } = tool
  const mark = (on: boolean) => void attempt(() => call('mcp.markReadOnly', { ...idOf({ server, tool }), readOnly: on }))
  const waits = state === 'changed' || state === 'new'
  return (
    <li className="server-tool" data-testid="mcp-tool" data-id={raw} data-full={full} data-state={state} data-readonly={readOnly}>
      <div className="server-tool-head"><code data-user-content>{visibleText(full === '' ? raw : full)}</code><span className="server-tool-state" data-state={state}>{t(`mcp.tool.${state}`)}</span></div>
      {full !== '' && <p className="muted small">{t('mcp.rawName')} <code data-user-content>{visibleText(raw)}</code></p>}
      {description !== '' && <p className="small" data-user-content>{visibleText(description)}</p>}
      {state === 'skipped' && why !== null && <div className="error-note"><span>{t('mcp.skippedHint')}</span><OriginalWords words={why} /></div>}
      {waits && <Difference server={server} tool={tool} />}
      {state === 'ok' && <><label className="check-row small"><input type="checkbox" data-testid="mcp-readonly" checked={readOnly} disabled={locked} onChange={(event) => mark(event.target.checked)} />{t('mcp.readOnly')}</label>
        <Definition server={server} tool={tool} /></>}
    </li>
  )
}
