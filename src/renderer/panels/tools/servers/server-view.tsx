import { useState } from 'react'
import type { McpServerRow } from '@shared/procedures/mcp'
import { call } from '../../../bridge/call'
import { useText } from '../../../i18n/text'
import { projectId, useReadOnly } from '../../../stores/app'
import { attempt, inform } from '../../../stores/notices'
import { rowOf, useServers, type ServerId } from '../../../stores/servers'
import { useTools } from '../../../stores/tools'
import { Button } from '../../../ui/button'
import { Empty } from '../../../ui/empty'
import { ErrorNote } from '../../../ui/error-note'
import { LateLoading } from '../../../ui/late-loading'
import { OriginalWords } from '../../../ui/original-words'
import { visibleText } from '@shared/visible-text'
import { Toggle } from '../../settings/rows'
import { isOwnKey, keyNamed } from './server-draft'
import { ServerRuns } from './server-runs'
import { ServerTool } from './server-tool'
import { isAllowed } from './words'

const idOf = ({ layer, alias }: McpServerRow) => ({ project: projectId(), layer, alias })

/** What has gone wrong or is missing, in the author's words; the plain text behind "Details". */
function Standing({ row }: { row: McpServerRow }) {
  const t = useText()
  return (
    <>
      <p className="tool-standing" data-testid="mcp-standing" data-state={row.state}><strong>{t(`mcp.state.${row.state}`)}</strong>
        {row.state === 'untrusted' && <> · {t('mcp.untrustedHint')}</>}{row.form?.deferred === true && isAllowed(row) && <> · {t('mcp.deferred')}</>}</p>
      {row.code !== null && row.cause !== null && (
        <div className="error-note" role="alert" data-testid="mcp-cause" data-code={row.code}>
          <span>{t(isCoded(row.code))}{row.state === 'failed' && <> {t('mcp.failedHint')}</>}</span><OriginalWords key={row.cause} words={visibleText(row.cause)} opened /></div>
      )}
      {row.missingKeys.length > 0 && <p className="form-note" data-kind="warn" data-testid="mcp-missing-key">{t('mcp.missingKey')} <code data-user-content>{row.missingKeys.join(', ')}</code></p>}
    </>
  )
}

const codes = ['MCP_CONFIG', 'MCP_UNAVAILABLE', 'MCP_TIMEOUT', 'MCP_PROTOCOL', 'URL_PRIVATE', 'URL_BLOCKED', 'URL_INVALID', 'URL_SCHEME'] as const
const isCoded = (code: string): `fault.${(typeof codes)[number]}` => `fault.${codes.find((one) => one === code) ?? 'MCP_UNAVAILABLE'}`

/** Consent by what is shown above it, and by nothing else (07 §8). */
function Consent({ row }: { row: McpServerRow }) {
  const t = useText()
  const readOnly = useReadOnly()
  const { hash, consent } = row
  if (row.state !== 'needs_consent' || hash === null || consent === null || row.form === null) return null
  return (
    <div className="server-consent" data-testid="mcp-consent" data-state={consent}>
      <p>{t(`mcp.consent.${consent}`)}</p>
      <ServerRuns form={row.form} />
      <p className="small">{t('mcp.consent.warning')}</p>
      <div><Button kind="primary" testId="mcp-consent-now" disabled={readOnly} onClick={() => void attempt(() => call('mcp.consent', { ...idOf(row), hash }))}>{t('mcp.consentNow')}</Button></div>
    </div>
  )
}

/** Twice, for what is written there is gone with it; keys that the form made go too. */
function Remove({ row }: { row: McpServerRow }) {
  const t = useText()
  const readOnly = useReadOnly()
  const [sure, setSure] = useState(false)
  const show = useTools((s) => s.show)
  const remove = async () => {
    if (!sure) return setSure(true)
    const { layer, at, base, form } = row
    if (!(await attempt(() => call('mcp.remove', { project: projectId(), layer, place: { at, base } })))) return
    for (const value of Object.values({ ...form?.env, ...form?.headers })) {
      const key = keyNamed(value)
      if (key !== null && isOwnKey(key)) await attempt(() => call('keys.remove', { name: key }))
    }
    inform(t('mcp.removed', { name: row.alias }))
    show(null)
  }
  return <Button kind={sure ? 'danger' : 'quiet'} size="small" testId="mcp-remove" disabled={readOnly} onBlur={() => setSure(false)} onClick={() => void remove()}>{t(sure ? 'mcp.removeSure' : 'mcp.remove')}</Button>
}

function Acts({ row }: { row: McpServerRow }) {
  const t = useText()
  const readOnly = useReadOnly()
  const show = useTools((s) => s.show)
  const { layer, alias, at, base, form, state } = row
  const withdraw = async () => { if (await attempt(() => call('mcp.withdraw', idOf(row)))) inform(t('mcp.withdrawn', { name: alias })) }
  const turn = (enabled: boolean) => { if (form) void attempt(() => call('mcp.save', { project: projectId(), layer, place: { at, base }, server: { ...form, enabled } })) }
  return (
    <div className="row">
      {form && <label className="check-row" htmlFor="mcp-on"><Toggle id="mcp-on" testId="mcp-on" on={form.enabled} onChange={turn} />{t('mcp.on')}</label>}
      {isAllowed(row) && <Button size="small" testId="mcp-again" disabled={readOnly || state === 'connecting'} onClick={() => void attempt(() => call('mcp.again', idOf(row)))}>{t(state === 'ready' ? 'mcp.restart' : state === 'failed' ? 'mcp.tryAgain' : 'mcp.startNow')}</Button>}
      <Button size="small" testId="mcp-edit" disabled={readOnly} onClick={() => show({ kind: 'server-form', of: { layer, alias, at } })}>{t('mcp.edit')}</Button>
      {isAllowed(row) && <Button size="small" kind="quiet" testId="mcp-withdraw" disabled={readOnly} onClick={() => void withdraw()}>{t('mcp.withdraw')}</Button>}
      <Remove key={base} row={row} />
    </div>
  )
}

function Tools({ row }: { row: McpServerRow }) {
  const t = useText()
  if (row.state === 'needs_consent' || row.state === 'error') return null
  const order = { changed: 0, new: 0, ok: 1, skipped: 2, gone: 3 } as const
  return (
    <section><h2>{t('mcp.tools')}</h2>
      {row.form?.tools && <p className="muted">{t('mcp.filtered')} <code data-user-content>{row.form.tools.join(', ')}</code></p>}
      {row.tools.length === 0 && <p className="muted">{t('mcp.noTools')}</p>}
      <ul className="server-tools">{row.tools.toSorted((a, b) => order[a.state] - order[b.state]).map((tool) => <ServerTool key={tool.raw} server={row} tool={tool} />)}</ul></section>
  )
}

/** One server: how it stands and why, what it runs, the tools it brings under both their names (09 §11). */
export function ServerView({ id }: { id: ServerId }) {
  const t = useText()
  const { rows, consentError, fault, load } = useServers()
  if (fault) return <div className="tool-page"><ErrorNote fault={fault} onRetry={() => void load()} /></div>
  if (rows === null) return <LateLoading />
  const row = rowOf(rows, id)
  if (row === null) return <Empty title={t('tools.pick')} testId="tools-empty" />
  return (
    <article className="tool-page" data-testid="mcp-server" data-id={row.alias} data-state={row.state}>
      <header><h1 data-user-content>{row.alias}</h1><p className="muted">{t(`tools.layer.${row.layer}`)}</p><Standing row={row} /><Acts row={row} /></header>
      {consentError !== null && <ErrorNote fault={{ code: 'TRUST_INVALID', message: consentError }} />}
      <Consent row={row} />
      {row.form === null && <section><h2>{t('mcp.written')}</h2><pre className="tool-json" data-user-content tabIndex={0}>{visibleText(row.written)}</pre></section>}
      {row.form !== null && row.state !== 'needs_consent' && <ServerRuns form={row.form} />}
      <Tools row={row} />
    </article>
  )
}
