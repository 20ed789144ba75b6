import { useEffect, useState } from 'react'
import type { Fault } from '@shared/fault'
import type { Output } from '@shared/procedures'
import { Role } from '@shared/tool-result'
import { call } from '../../bridge/call'
import { errorFault } from '../../i18n/fault-text'
import { useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { useToolRows, useTools } from '../../stores/tools'
import { ErrorNote } from '../../ui/error-note'
import { LateLoading } from '../../ui/late-loading'
import { doesOf, effectLine, reasonOf } from './words'
import { Parameters } from './parameters'

type Shown = Output<'tools.show'>

/** A definition as one role sees it; read again when the set changes. */
function useShown(name: string, profile: string, role: Role): { shown: Shown | null; fault: Fault | null } {
  const list = useTools((s) => s.list)
  const [answer, setAnswer] = useState<{ shown: Shown | null; fault: Fault | null; /** The list it was read after. */ after: unknown }>({ shown: null, fault: null, after: null })
  useEffect(() => {
    let wanted = true
    call('tools.show', { project: projectId(), name, profile, role }).then((shown) => { if (wanted) setAnswer({ shown, fault: null, after: list }) }, (error: unknown) => { if (wanted) setAnswer({ shown: null, fault: errorFault(error), after: list }) })
    return () => { wanted = false }
  }, [name, profile, role, list])
  return answer
}

export function RoleChoice({ role, onRole }: { role: Role; onRole: (role: Role) => void }) {
  const t = useText()
  return (
    <label className="role-choice"><span className="muted">{t('tools.role')}</span>
      <select className="input" data-testid="tool-role" value={role} onChange={(event) => onRole(Role.parse(event.target.value))}>{Role.options.map((one) => <option key={one} value={one}>{t(`tools.role.${one}`)}</option>)}</select></label>
  )
}

/** What a model is told of a tool: description, parameters, and the whole text on demand. */
export function Told({ name, shown }: { name: string; shown: Shown }) {
  const t = useText()
  return (
    <>
      {shown.absent !== null && <p className="form-note" data-kind="warn" data-testid="tool-absent" data-state={shown.absent}>{t('tools.absent', { why: reasonOf(t, shown.absent) })}</p>}
      {shown.description !== '' && <section><h2>{t('tools.sees')}</h2><p className="tool-description" data-testid="tool-description" data-user-content>{shown.description}</p></section>}
      <section><h2>{t('tools.params')}</h2><Parameters schema={shown.inputSchema} /></section>
      <details><summary>{t('tools.wholeDefinition')}{shown.tokens !== null && <span className="muted"> · {t('tools.tokens', { count: shown.tokens })}</span>}</summary>
        <pre className="tool-json" data-user-content tabIndex={0}>{JSON.stringify({ name, description: shown.description, inputSchema: shown.inputSchema }, null, 2)}</pre>
        {shown.hash !== null && <p className="muted tool-hash">{t('tools.fingerprint', { hash: '' })}<code data-user-content>{shown.hash}</code></p>}</details>
    </>
  )
}

/** A built-in tool: what it does, whether the assistant has it and why, what a model is told. */
export function DefinitionView({ name }: { name: string }) {
  const t = useText()
  const profile = useTools((s) => s.profile)
  const row = useToolRows().find((one) => one.name === name && one.layer === null)
  const [role, setRole] = useState<Role>('root')
  const { shown, fault } = useShown(name, profile, role)
  return (
    <article className="tool-page" data-testid="tool-definition" data-id={name}>
      <header>
        <h1>{doesOf(t, name) ?? <span data-user-content>{name}</span>} <code className="tool-code" data-user-content>{name}</code></h1>
        {row && <p className="tool-standing" data-state={row.in ? 'in' : 'out'}>{reasonOf(t, row.reason)}</p>}
        {row && <p className="muted">{effectLine(t, row)}{row.tokens !== null && <> · {t('tools.tokens', { count: row.tokens })}</>}</p>}
        <RoleChoice role={role} onRole={setRole} />
      </header>
      {fault && <ErrorNote fault={fault} />}
      {!shown && !fault && <LateLoading />}
      {shown && <Told name={name} shown={shown} />}
    </article>
  )
}
