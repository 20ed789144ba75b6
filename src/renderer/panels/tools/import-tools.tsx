import { useState } from 'react'
import type { Fault } from '@shared/fault'
import type { Output } from '@shared/procedures'
import type { ForeignTool, ToolLayer } from '@shared/procedures/tools'
import { call } from '../../bridge/call'
import { errorFault } from '../../i18n/fault-text'
import { useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { attempt, inform } from '../../stores/notices'
import { useTools } from '../../stores/tools'
import { Button } from '../../ui/button'
import { ErrorNote } from '../../ui/error-note'
import { Choice } from '../settings/rows'

function Foreign({ tool, ticked, onTick }: { tool: ForeignTool; ticked: boolean; onTick: () => void }) {
  return (
    <li className="foreign-row" data-testid="foreign-tool" data-id={tool.from} data-state={tool.name === null ? 'refused' : 'takes'}>
      <label className="check-row">{tool.name !== null && <input type="checkbox" checked={ticked} onChange={onTick} />}<strong data-user-content>{tool.name ?? tool.from}</strong></label>
      {tool.description !== '' && <p className="muted" data-user-content>{tool.description}</p>}
      {tool.why !== null && <p className="bad" data-user-content>{tool.why}</p>}
      {tool.notes.length > 0 && <ul className="foreign-notes" data-user-content>{tool.notes.map((note) => <li key={note}>{note}</li>)}</ul>}
    </li>
  )
}

/** What was found, what of it can be taken and why the rest cannot. */
function Found({ found, onTaken }: { found: Output<'tools.importLook'>; onTaken: () => void }) {
  const t = useText()
  const takes = found.tools.filter((tool) => tool.name !== null)
  const refused = found.tools.filter((tool) => tool.name === null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(takes.map((tool) => tool.from)))
  const [layer, setLayer] = useState<ToolLayer>('global')
  const tick = (from: string) => setChosen((before) => { const next = new Set(before); if (!next.delete(from)) next.add(from); return next })
  const take = async () => {
    const done = await attempt(() => call('tools.importTake', { project: projectId(), dir: found.dir, from: [...chosen], layer }))
    if (!done) return
    inform(t('tools.imported', { count: done.taken.length }))
    onTaken()
  }
  return (
    <>
      <p className="muted">{t('tools.importFrom')} <code data-user-content>{found.dir}</code></p>
      {found.tools.length === 0 && <p className="muted">{t('tools.importNone')}</p>}
      {takes.length > 0 && <section><h2>{t('tools.importTakes')}</h2><ul className="foreign-rows">{takes.map((tool) => <Foreign key={tool.from} tool={tool} ticked={chosen.has(tool.from)} onTick={() => tick(tool.from)} />)}</ul>
        <div className="row"><Choice id="import-layer" value={layer} onChange={setLayer} options={(['global', 'project'] as const).map((value) => ({ value, label: t(`tools.layer.${value}`) }))} />
          <Button kind="primary" testId="tools-import-run" disabled={chosen.size === 0} onClick={() => void take()}>{t('tools.importNow', { count: chosen.size })}</Button></div></section>}
      {refused.length > 0 && <section><h2>{t('tools.importRefuses')}</h2><ul className="foreign-rows">{refused.map((tool) => <Foreign key={tool.from} tool={tool} ticked={false} onTick={() => undefined} />)}</ul></section>}
    </>
  )
}

/** Tools of another program's folder, looked at before anything is written; each waits for approval. */
export function ImportTools() {
  const t = useText()
  const load = useTools((s) => s.load)
  const [found, setFound] = useState<Output<'tools.importLook'> | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  const look = async (dir: string | null) => {
    setFault(null)
    await call('tools.importLook', { project: projectId(), dir }).then(setFound, (error: unknown) => { setFound(null); setFault(errorFault(error)) })
  }
  const pick = async () => {
    const picked = await attempt(() => call('app.pickFolder', { title: t('tools.importFolder') }))
    if (picked?.path) await look(picked.path)
  }
  return (
    <article className="tool-page" data-testid="tools-import-page">
      <header><h1>{t('tools.importTitle')}</h1><p className="muted">{t('tools.importHint')}</p>
        <div className="row"><Button testId="tools-import-usual" onClick={() => void look(null)}>{t('tools.importUsual')}</Button><Button testId="tools-import-pick" onClick={() => void pick()}>{t('tools.importFolder')}</Button></div></header>
      {fault && <ErrorNote fault={fault} />}
      {found && <Found key={found.dir} found={found} onTaken={() => { void look(found.dir); void load() }} />}
    </article>
  )
}
