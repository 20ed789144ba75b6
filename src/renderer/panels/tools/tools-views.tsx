import { useText } from '../../i18n/text'
import { useReadOnly } from '../../stores/app'
import { useTools } from '../../stores/tools'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { DefinitionView } from './definition-view'
import { ImportTools } from './import-tools'
import { NewTool } from './new-tool'
import { ServerForm } from './servers/server-form'
import { ServerView } from './servers/server-view'
import { ScriptView } from './workshop/script-view'

/** The centre of the Tools panel: a definition, one of the author's tools, a new one, an import, or a server of others. */
export function ToolsViews() {
  const t = useText()
  const { view, show } = useTools()
  const readOnly = useReadOnly()
  switch (view?.kind) {
    case 'new': return <NewTool />
    case 'import': return <ImportTools />
    case 'server': return <ServerView key={`${view.layer}/${view.at}/${view.alias}`} id={view} />
    case 'server-form': return <ServerForm key={`${view.of?.layer ?? ''}/${view.of?.at ?? ''}`} of={view.of} />
    case 'tool': return view.layer === null ? <DefinitionView key={view.name} name={view.name} /> : <ScriptView key={`${view.layer}/${view.name}`} name={view.name} layer={view.layer} />
    case undefined: default: return <Empty title={t('tools.pick')} testId="tools-empty"><p className="muted">{t('tools.pickHint')}</p><Button testId="tool-new-empty" disabled={readOnly} onClick={() => show({ kind: 'new' })}>{t('tools.new')}</Button></Empty>
  }
}
