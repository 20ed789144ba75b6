import { useState, type KeyboardEvent } from 'react'
import type { Fault } from '@shared/fault'
import type { ScriptTool, ToolFile } from '@shared/procedures/tools'
import { call } from '../../../bridge/call'
import { errorFault } from '../../../i18n/fault-text'
import { useText } from '../../../i18n/text'
import { projectId, useReadOnly } from '../../../stores/app'
import { inform } from '../../../stores/notices'
import { toolDraftKey, useDraftsOf, useToolDrafts } from '../../../stores/tool-drafts'
import { Button } from '../../../ui/button'
import { ErrorNote } from '../../../ui/error-note'
import { sends } from '../../../ui/send-keys'
import { TextEditor } from '../../world/rules/text-editor'
import { Checks } from './checks'
import { FileTabs } from './file-tabs'
import { ToolForm } from './tool-form'
import type { Check } from './use-check'

function Foot({ script, file, dirty, changed }: { script: ScriptTool; file: ToolFile | null; dirty: boolean; changed: boolean }) {
  const t = useText()
  const readOnly = useReadOnly()
  const key = toolDraftKey(script.layer, script.name)
  const put = useToolDrafts((s) => s.put)
  const drafts = useDraftsOf(key)
  const [fault, setFault] = useState<Fault | null>(null)
  const path = file?.path ?? ''
  const save = async () => {
    const draft = drafts[path]
    if (!draft) return
    try {
      await call('tools.saveFile', { project: projectId(), name: script.name, layer: script.layer, path, text: draft.text, baseHash: draft.base })
      if (useToolDrafts.getState().tools[key]?.[path]?.text === draft.text) put(key, path, null)
      setFault(null)
      inform(t('tools.saved', { name: path }))
    } catch (error) {
      setFault(errorFault(error))
    }
  }
  return (
    <footer className="composer-foot">
      <Button kind="primary" testId="script-save" disabled={!dirty || changed || readOnly} onClick={() => void save()}>{t('common.save')}</Button>
      <span className="muted keys-hint" aria-hidden>{t('world.saveKeys')}</span>
      {dirty && <Button kind="quiet" size="small" testId="script-discard" onClick={() => put(key, path, null)}>{t('tools.discard')}</Button>}
      {changed && <span className="row" role="status" data-testid="script-meanwhile">{t('tools.fileMeanwhile')}
        <Button size="small" onClick={() => { const draft = drafts[path]; if (draft) put(key, path, { text: draft.text, base: file?.hash ?? null }) }}>{t('board.keepMine')}</Button><Button size="small" onClick={() => put(key, path, null)}>{t('board.takeTheirs')}</Button></span>}
      {fault && <ErrorNote fault={fault} />}
    </footer>
  )
}

/** Files of the tool with the one in front as a form or a text; what the rules say stands beside it. */
export function EditTab({ script, check }: { script: ScriptTool; check: Check }) {
  const t = useText()
  const readOnly = useReadOnly()
  const key = toolDraftKey(script.layer, script.name)
  const drafts = useDraftsOf(key)
  const put = useToolDrafts((s) => s.put)
  const [path, setPath] = useState('tool.json')
  const [asText, setAsText] = useState(false)
  const stored = script.files.find((one) => one.path === path) ?? null
  const draft = drafts[path]
  const text = draft?.text ?? stored?.text ?? ''
  const file: ToolFile | null = stored ?? (draft ? { path, bytes: 0, text: '', hash: '' } : null)
  const changed = draft !== undefined && draft.base !== (stored?.hash ?? null)
  const type = (next: string) => put(key, path, next === stored?.text && !changed ? null : { text: next, base: draft ? draft.base : (stored?.hash ?? null) })
  const isForm = path === 'tool.json' && !asText
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (!sends(event)) return
    event.preventDefault()
    event.currentTarget.querySelector<HTMLButtonElement>('[data-testid="script-save"]')?.click()
  }
  return (
    <section className="file-view" data-testid="script-files" data-state={draft ? 'dirty' : 'clean'} onKeyDown={keys}>
      <FileTabs script={script} drafts={drafts} path={path} onPath={setPath} onNew={(name) => { put(key, name, { text: '', base: null }); setPath(name) }} asText={asText} onAsText={setAsText} />
      <div className="file-columns">
        {isForm ? <ToolForm text={text} readOnly={readOnly} onType={type} />
          : stored?.text === null ? <p className="muted side-hint">{t('tools.notText')}</p>
            : <TextEditor label={path} value={text} problems={[]} readOnly={readOnly} onType={type} testId="script-text" />}
        <Checks check={check} />
      </div>
      <Foot script={script} file={file} dirty={draft !== undefined} changed={changed} />
    </section>
  )
}
