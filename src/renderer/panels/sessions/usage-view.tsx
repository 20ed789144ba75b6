import { Popover } from 'radix-ui'
import { useCallback, useEffect, useState } from 'react'
import type { SessionUsage } from '@shared/procedures/agents'
import type { Usage } from '@shared/session'
import { call } from '../../bridge/call'
import { currentLocale, useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { attempt } from '../../stores/notices'
import { useTranscript } from '../../stores/transcript'
import { amount, costText } from './amount'

/** What this conversation has used, whatever model is chosen now; the offline demo alone counts nothing anybody pays for. */
export function UsageView({ sessionId, offline }: { sessionId: number | null; offline: boolean }) {
  const t = useText()
  const usage = useTranscript((s) => s.snapshot?.usage)
  const [open, setOpen] = useState(false)
  if (!usage || (offline && !usage.real) || sessionId === null) return null
  const { total } = usage
  const cost = costText(t, total)
  const share = usage.window === null ? 0 : usage.contextTokens / usage.window
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <button type="button" className="usage" data-testid="usage" data-value={total.input + total.output} data-level={share >= 0.85 ? 'high' : share >= 0.7 ? 'warn' : 'calm'}
          title={t('sessions.usage', { input: total.input, cached: total.cachedInput, output: total.output, cost })}>{t('sessions.usageShort', { tokens: total.input + total.output })}</button>
      </Popover.Trigger>
      <Popover.Portal><Popover.Content className="menu usage-view" align="end" collisionPadding={8} aria-label={t('usage.title')} data-testid="usage-view">{open && <Details sessionId={sessionId} />}</Popover.Content></Popover.Portal>
    </Popover.Root>
  )
}

function Details({ sessionId }: { sessionId: number }) {
  const t = useText()
  const total = useTranscript((s) => s.total)
  const [found, setFound] = useState<SessionUsage | null>(null)
  const look = useCallback(() => { void attempt(async () => setFound(await call('usage.session', { project: projectId(), sessionId }))) }, [sessionId])
  // Each new entry may be a call that was counted.
  useEffect(look, [look, total])
  if (!found) return <div className="usage-waiting" aria-busy="true" />
  return (
    <div className="usage-scroll" tabIndex={-1}>
      <table className="usage-table">
        <thead><tr><th scope="col">{t('usage.title')}</th><th scope="col">{t('usage.input')}</th><th scope="col">{t('usage.cached')}</th><th scope="col">{t('usage.output')}</th><th scope="col">{t('usage.cost')}</th></tr></thead>
        <tbody>{(['own', 'total', 'today', 'project'] as const).map((what) => <Sum key={what} id={what} label={t(`usage.${what}`)} usage={found[what]} />)}</tbody>
      </table>
      {found.limits.length > 0 && <><h3>{t('usage.limits')}</h3><ul className="usage-limits">{found.limits.map((one) => <li key={`${one.scope} ${one.unit}`} data-testid="usage-limit" data-scope={one.scope}><span>{t(`usage.scope.${one.scope}`)}</span><span>{t('usage.spent', { spent: amount(t, one.spent, one.unit), limit: amount(t, one.limit, one.unit) })}</span></li>)}</ul></>}
      {found.calls.length > 0 && <h3>{t('usage.calls')}</h3>}
      <table className="usage-table"><tbody>
        {found.calls.map((one, n) => <Sum key={n} id="call" label={one.model} hint={t('usage.call', { seconds: Math.round(one.ms / 100) / 10, retries: one.retries })} usage={one} />)}
      </tbody></table>
    </div>
  )
}

function Sum({ id, label, hint, usage }: { id: string; label: string; hint?: string; usage: Usage }) {
  const t = useText()
  const number = (n: number) => n.toLocaleString(currentLocale())
  const cost = usage.input + usage.output === 0 ? '–' : costText(t, usage)
  return <tr data-testid="usage-row" data-id={id} title={hint}><th scope="row" data-user-content={id === 'call' ? '' : undefined}>{label}</th><td>{number(usage.input)}</td><td>{number(usage.cachedInput)}</td><td data-value={usage.output}>{number(usage.output)}</td><td data-value={usage.cost ?? ''} data-user-content>{cost}</td></tr>
}
