import type { McpServerRow } from '@shared/procedures/mcp'
import { useText } from '../../../i18n/text'
import { useReadOnly } from '../../../stores/app'
import { rowOf, useServers } from '../../../stores/servers'
import { useTools } from '../../../stores/tools'
import { Button } from '../../../ui/button'
import { toLookAt } from './words'

function Row({ row, current }: { row: McpServerRow; current: boolean }) {
  const t = useText()
  const show = useTools((s) => s.show)
  const waiting = toLookAt(row)
  const count = row.tools.filter((tool) => tool.state === 'ok').length
  return (
    <li className="tool-row mcp-row" data-testid="mcp-row" data-id={row.alias} data-layer={row.layer} data-state={row.state} data-waiting={waiting}>
      <button type="button" data-row aria-current={current} onClick={() => show({ kind: 'server', layer: row.layer, alias: row.alias, at: row.at })}>
        <span className="ellipsis" data-user-content>{row.alias}</span>
        <span className="tool-reason"><span data-testid="mcp-state">{t(`mcp.state.${row.state}`)}</span>{count > 0 && <> · {t('mcp.toolCount', { count })}</>}{waiting > 0 && <> · <span className="warn">{t('mcp.toLook', { count: waiting })}</span></>}</span>
      </button>
    </li>
  )
}

/** Programs of others that bring tools: every entry of both settings files with how it stands (09 §11, L6). */
export function ServerList({ filter }: { filter: string }) {
  const t = useText()
  const readOnly = useReadOnly()
  const rows = useServers((s) => s.rows)
  const { view, show } = useTools()
  if (rows === null) return null
  const shown = rows.filter(({ alias }) => filter === '' || alias.toLowerCase().includes(filter))
  if (shown.length === 0 && filter !== '') return null
  const current = view?.kind === 'server' ? rowOf(rows, view) : null
  return (
    <section aria-label={t('mcp.group')}><h3>{t('mcp.group')}</h3>
      {shown.length === 0 && <p className="muted side-hint">{t('mcp.none')}</p>}
      <ul>{shown.map((row) => <Row key={`${row.layer} ${row.at}`} row={row} current={row === current} />)}</ul>
      <div className="tool-first"><Button size="small" testId="mcp-add" disabled={readOnly} onClick={() => show({ kind: 'server-form', of: null })}>{t('mcp.add')}</Button></div>
    </section>
  )
}
