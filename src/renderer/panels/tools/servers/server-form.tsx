import { Trash2 } from 'lucide-react'
import { useEffect, useState, type FormEvent } from 'react'
import type { Fault } from '@shared/fault'
import { call } from '../../../bridge/call'
import { errorFault } from '../../../i18n/fault-text'
import { useText } from '../../../i18n/text'
import { projectId, useReadOnly } from '../../../stores/app'
import { inform } from '../../../stores/notices'
import { rowOf, useServers, type ServerId } from '../../../stores/servers'
import { useTools } from '../../../stores/tools'
import { Button, IconButton } from '../../../ui/button'
import { ErrorNote } from '../../../ui/error-note'
import { LateLoading } from '../../../ui/late-loading'
import { useOneAtATime } from '../../../ui/one-at-a-time'
import { Choice } from '../../settings/rows'
import { draftOf, emptyDraft, emptyHeader, emptyVariable, filled, isAlias, isComplete, type NamedValue, type ServerDraft } from './server-draft'

interface ValuesProps { label: string; id: string; rows: readonly NamedValue[]; fresh: NamedValue; /** Headers are always secret. */ choice: boolean; onChange: (rows: NamedValue[]) => void }

function Values({ label, id, rows, fresh, choice, onChange }: ValuesProps) {
  const t = useText()
  const set = (at: number, change: Partial<NamedValue>) => onChange(rows.map((row, n) => (n === at ? { ...row, ...change } : row)))
  return (
    <fieldset className="server-values"><legend>{label}</legend>
      <ul>{rows.map((row, at) => (
        <li key={at} data-testid={`${id}-row`}>
          <input className="input" data-testid={`${id}-name`} data-user-content aria-label={`${label} ${t('mcp.form.rowName')}`} placeholder={t('mcp.form.rowName')} spellCheck={false} value={row.name} onChange={(event) => set(at, { name: event.target.value })} />
          <input className="input" data-testid={`${id}-value`} data-user-content aria-label={`${label} ${t('mcp.form.rowValue')}`} type={row.secret ? 'password' : 'text'} autoComplete="off" spellCheck={false}
            placeholder={t(row.secret && row.reference !== null ? 'mcp.form.kept' : 'mcp.form.rowValue')} value={row.value} onChange={(event) => set(at, { value: event.target.value })} />
          {choice && <label className="check-row"><input type="checkbox" checked={row.secret} onChange={(event) => set(at, { secret: event.target.checked, reference: null })} />{t('mcp.form.secret')}</label>}
          <IconButton label={t('mcp.form.removeRow', { name: row.name })} data-user-content onClick={() => onChange(rows.filter((_row, n) => n !== at))}><Trash2 size={15} aria-hidden /></IconButton>
        </li>
      ))}</ul>
      <Button size="small" testId={`${id}-add`} onClick={() => onChange([...rows, fresh])}>{t('mcp.form.addRow')}</Button>
      {rows.some((row) => row.secret) && <p className="muted small">{t('mcp.form.secretHint')}</p>}
    </fieldset>
  )
}

interface FieldsProps { draft: ServerDraft; fresh: boolean; /** Another server has the alias. */ taken: boolean; onChange: (change: Partial<ServerDraft>) => void }

/** A program with its arguments and environment, or an address with its headers. */
function Reach({ draft, onChange }: Pick<FieldsProps, 'draft' | 'onChange'>) {
  const t = useText()
  if (draft.how === 'url') {
    return (
      <>
        <label className="field"><span className="label">{t('mcp.url')}</span><input className="input" data-testid="server-url" data-user-content type="url" placeholder="https://" spellCheck={false} value={draft.url} onChange={(event) => onChange({ url: event.target.value })} /></label>
        <Values label={t('mcp.headers')} id="server-header" rows={draft.headers} fresh={emptyHeader} choice={false} onChange={(headers) => onChange({ headers })} />
      </>
    )
  }
  return (
    <>
      <label className="field"><span className="label">{t('mcp.form.program')}</span><input className="input" data-testid="server-command" data-user-content placeholder="npx" spellCheck={false} value={draft.command} onChange={(event) => onChange({ command: event.target.value })} /></label>
      <label className="field"><span className="label">{t('mcp.form.args')}</span><textarea className="input mono" data-testid="server-args" data-user-content rows={4} spellCheck={false} value={draft.args} onChange={(event) => onChange({ args: event.target.value })} /></label>
      <Values label={t('mcp.env')} id="server-env" rows={draft.env} fresh={emptyVariable} choice onChange={(env) => onChange({ env })} />
    </>
  )
}

function Fields({ draft, fresh, taken, onChange }: FieldsProps) {
  const t = useText()
  return (
    <>
      <label className="field"><span className="label">{t('mcp.form.alias')}</span><input className="input" data-testid="server-alias" data-user-content maxLength={32} spellCheck={false} autoComplete="off" value={draft.alias} onChange={(event) => onChange({ alias: event.target.value })} /></label>
      {draft.alias !== '' && !isAlias(draft.alias) && <p className="bad small" role="status" data-testid="server-alias-wrong">{t('mcp.form.aliasWrong')}</p>}
      {taken && <p className="bad small" role="status" data-testid="server-alias-taken">{t('mcp.form.aliasTaken')}</p>}
      <div className="form-grid">
        <label className="field" htmlFor="server-how"><span className="label">{t('mcp.form.how')}</span><Choice id="server-how" testId="server-how" value={draft.how} onChange={(how) => onChange({ how })} options={(['command', 'url'] as const).map((value) => ({ value, label: t(`mcp.form.${value}`) }))} /></label>
        {fresh && <label className="field" htmlFor="server-layer"><span className="label">{t('tools.makeLayer')}</span><Choice id="server-layer" testId="server-layer" value={draft.layer} onChange={(layer) => onChange({ layer })} options={(['global', 'project'] as const).map((value) => ({ value, label: t(`tools.layer.${value}`) }))} /></label>}
      </div>
      <Reach draft={draft} onChange={onChange} />
      <details><summary>{t('mcp.form.more')}</summary>
        <div className="server-more">
          <label className="check-row"><input type="checkbox" data-testid="server-deferred" checked={draft.deferred} onChange={(event) => onChange({ deferred: event.target.checked })} />{t('mcp.form.deferred')}</label>
          <label className="field"><span className="label">{t('mcp.form.tools')}</span><textarea className="input mono" data-testid="server-tools" data-user-content rows={3} spellCheck={false} value={draft.tools} onChange={(event) => onChange({ tools: event.target.value })} /></label>
          <label className="field timeout-field"><span className="label">{t('mcp.form.seconds')}</span><input className="input number" type="number" min={1} max={600} value={draft.seconds} onChange={(event) => { const n = Number(event.target.value); if (Number.isInteger(n) && n >= 1 && n <= 600) onChange({ seconds: n }) }} /></label>
        </div></details>
    </>
  )
}

/** Keys first: an entry never refers to one that is not there. */
async function save(draft: ServerDraft, of: ServerId | null): Promise<void> {
  const { server, secrets } = filled(draft)
  const row = of === null ? null : rowOf(useServers.getState().rows, of)
  for (const secret of secrets) await call('keys.set', secret)
  await call('mcp.save', { project: projectId(), layer: draft.layer, place: row === null ? null : { at: row.at, base: row.base }, server })
}

const sameId = (a: ServerId | null, b: ServerId | null): boolean => a?.layer === b?.layer && a?.alias === b?.alias && a?.at === b?.at

/** Adding a server, or changing one; what is typed stays until it is saved or given up. */
export function ServerForm({ of }: { of: ServerId | null }) {
  const t = useText()
  const readOnly = useReadOnly()
  const show = useTools((s) => s.show)
  const { rows, draft: kept, load } = useServers()
  const [fault, setFault] = useState<Fault | null>(null)
  const once = useOneAtATime()
  const row = of === null ? null : rowOf(rows, of)
  const loaded = rows !== null
  useEffect(() => {
    const { draft } = useServers.getState()
    if (!loaded || (draft !== null && sameId(draft.of, of))) return
    const now = of === null ? null : rowOf(useServers.getState().rows, of)
    useServers.setState({ draft: { of, form: now === null ? emptyDraft : draftOf(now) } })
  }, [of, loaded])
  if (kept === null || !sameId(kept.of, of)) return <LateLoading />
  const draft = kept.form
  const taken = rows?.some((one) => one.alias === draft.alias.trim() && one !== row) === true
  const change = (next: Partial<ServerDraft>) => { setFault(null); useServers.setState({ draft: { of, form: { ...draft, ...next } } }) }
  const leave = () => { useServers.setState({ draft: null }); show(row === null ? null : { kind: 'server', layer: row.layer, alias: row.alias, at: row.at }) }
  const submit = async () => {
    try {
      await save(draft, of)
      await load()
      const alias = draft.alias.trim()
      inform(t('mcp.form.saved', { name: alias }))
      useServers.setState({ draft: null })
      show({ kind: 'server', layer: draft.layer, alias, at: row?.at ?? useServers.getState().rows?.findLast((one) => one.layer === draft.layer && one.alias === alias)?.at ?? 0 })
    } catch (error) {
      setFault(errorFault(error))
    }
  }
  return (
    <article className="tool-page" data-testid="server-form">
      <header><h1>{of === null ? t('mcp.form.new') : <span data-user-content>{t('mcp.form.edit', { name: of.alias })}</span>}</h1></header>
      <form className="new-tool-form" onSubmit={(event: FormEvent) => { event.preventDefault(); once(submit) }}>
        <Fields draft={draft} fresh={of === null} taken={taken} onChange={change} />
        {of === null && draft.layer === 'global' && <p className="muted small">{t('mcp.form.globalHint')} {t('mcp.consent.warning')}</p>}
        {fault && <ErrorNote fault={fault} testId="server-fault" />}
        <div className="row"><Button kind="primary" type="submit" testId="server-save" disabled={readOnly || taken || !isComplete(draft)}>{t('common.save')}</Button><Button kind="quiet" testId="server-cancel" onClick={leave}>{t('common.cancel')}</Button></div>
      </form>
    </article>
  )
}
