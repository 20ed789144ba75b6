import type { ReactNode } from 'react'
import type { McpServerForm } from '@shared/procedures/mcp'
import { useText } from '../../../i18n/text'
import { visibleText } from '@shared/visible-text'
import { keyNamed } from './server-draft'

function Line({ label, children }: { label: string; children: ReactNode }) {
  return <div className="runs-line"><dt>{label}</dt><dd>{children}</dd></div>
}

function Values({ values }: { values: Readonly<Record<string, string>> }) {
  const t = useText()
  return <ul>{Object.entries(values).map(([name, value]) => {
    const key = keyNamed(value)
    return <li key={name}><code data-user-content>{visibleText(name)}</code> = {key === null ? <code data-user-content>{visibleText(value)}</code> : <span>{t('mcp.inKeychain', { name: '\u0000' }).split('\u0000').map((part, at) => <span key={part}>{at > 0 && <code data-user-content>{key}</code>}{part}</span>)}</span>}</li>
  })}</ul>
}

/** Exactly what is consented to; characters that hide or turn text are written out (07 §8). */
export function ServerRuns({ form }: { form: McpServerForm }) {
  const t = useText()
  return (
    <section data-testid="mcp-runs"><h2>{t(form.url === null ? 'mcp.runs' : 'mcp.connects')}</h2>
      <dl className="runs">
        {form.command !== null && <Line label={t('mcp.command')}><code data-user-content data-testid="mcp-command">{visibleText(form.command)}</code></Line>}
        {form.args.length > 0 && <Line label={t('mcp.args')}><ol>{form.args.map((arg, at) => <li key={at}><code data-user-content>{visibleText(arg)}</code></li>)}</ol></Line>}
        {form.url !== null && <Line label={t('mcp.url')}><code data-user-content data-testid="mcp-url">{visibleText(form.url)}</code></Line>}
        {Object.keys(form.env).length > 0 && <Line label={t('mcp.env')}><Values values={form.env} /></Line>}
        {Object.keys(form.headers).length > 0 && <Line label={t('mcp.headers')}><Values values={form.headers} /></Line>}
      </dl></section>
  )
}
