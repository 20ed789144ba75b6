import { useCallback, useEffect, useState } from 'react'
import type { Output } from '@shared/procedures'
import type { AllowedCommand } from '@shared/procedures/trust'
import { call } from '../../bridge/call'
import { onEvent } from '../../bridge/event-stream'
import { useText } from '../../i18n/text'
import { projectId, useApp, useReadOnly } from '../../stores/app'
import { attempt } from '../../stores/notices'
import { Button } from '../../ui/button'
import { wordOf } from '../tools/words'
import { ruleText } from './rule-text'

type Known = Output<'trust.list'> & Output<'rules.list'>

/** What is trusted and allowed, read again when it changes. */
function useKnown(): { known: Known | null; read: () => void } {
  const [known, setKnown] = useState<Known | null>(null)
  const read = useCallback(() => {
    const project = projectId()
    void attempt(async () => ({ ...(await call('trust.list', { project })), ...(await call('rules.list', { project })) })).then((found) => { if (found) setKnown(found) })
  }, [])
  useEffect(() => {
    read()
    const stops = (['settings.changed', 'trust.changed', 'tools.changed'] as const).map((type) => onEvent(type, read))
    return () => { for (const stop of stops) stop() }
  }, [read])
  return { known, read }
}

function Rules({ known, read }: { known: Known; read: () => void }) {
  const t = useText()
  const readOnly = useReadOnly()
  const forget = ({ program, subcommand, source }: AllowedCommand) => {
    if (source === 'noeta') return
    void attempt(() => call('rules.forget', { project: projectId(), program, source, ...(subcommand === undefined ? {} : { subcommand }) })).then(read)
  }
  return (
    <section data-testid="settings-rules"><h2>{t('settings.rules')}</h2><p className="muted">{t('settings.rulesHint')}</p>
      {known.rules.length === 0 && <p className="muted">{t('settings.rulesNone')}</p>}
      {!known.trusted && known.rules.some((rule) => rule.source !== 'global') && <p className="note">{t('settings.rulesUntrusted')}</p>}
      <ul className="trust-rows">{known.rules.map((rule, at) => (
        <li key={`${rule.source} ${at}`} data-testid="rule-row" data-id={rule.program} data-state={rule.source}><code data-user-content>{ruleText(rule, t)}</code><span className="muted">{t(`settings.ruleFrom.${rule.source}`)}</span>
          {rule.source !== 'noeta' && <Button size="small" kind="quiet" testId="rule-forget" disabled={rule.source === 'nbook' && readOnly} onClick={() => forget(rule)}>{t('settings.ruleForget')}</Button>}</li>
      ))}</ul></section>
  )
}

function Trusted({ known, read }: { known: Known; read: () => void }) {
  const t = useText()
  const opened = useApp((s) => s.opened)
  const revoke = async (dir: string, here: boolean) => {
    const project = projectId()
    await attempt(async () => { if (here) opened(await call('projects.setTrust', { project, trusted: false })); else await call('trust.revokeFolder', { project, dir }) })
    read()
  }
  return (
    <>
      <section data-testid="settings-folders"><h2>{t('settings.trustedFolders')}</h2>
        {known.folders.length === 0 && <p className="muted">{t('settings.trustedNone')}</p>}
        <ul className="trust-rows">{known.folders.map(({ dir, here }) => (
          <li key={dir} data-testid="trust-row" data-id={dir}><span className="ellipsis" data-user-content title={dir}>{dir}</span>{here && <span className="muted">{t('settings.trustedHere')}</span>}
            <Button size="small" kind="quiet" testId="trust-revoke" onClick={() => void revoke(dir, here)}>{t('settings.trustRevoke')}</Button></li>
        ))}</ul></section>
      <section data-testid="settings-tools"><h2>{t('settings.approvedTools')}</h2>
        {known.tools.length === 0 && <p className="muted">{t('settings.approvedNone')}</p>}
        <ul className="trust-rows">{known.tools.map(({ name, layer, state, profiles, doNotAsk }) => (
          <li key={`${layer}/${name}`} data-testid="approved-tool" data-id={name}><span><code data-user-content>{name}</code> <span className="muted">{wordOf(t, 'tools.state', state)}{profiles.length > 0 && <> · <span data-user-content>{profiles.join(', ')}</span></>}{doNotAsk && <> · {t('tools.noAsk')}</>}</span></span>
            <Button size="small" kind="quiet" onClick={() => void attempt(() => call('tools.revoke', { project: projectId(), name, layer })).then(read)}>{t('tools.revoke')}</Button></li>
        ))}</ul></section>
    </>
  )
}

/** Everything the author allowed once and for all, with the way to take it back; each counts from the next call on. */
export function TrustSection() {
  const { known, read } = useKnown()
  return known && <><Rules known={known} read={read} /><Trusted known={known} read={read} /></>
}
