import { useState, type DragEvent } from 'react'
import { useText } from '../../i18n/text'
import { useImport } from '../../stores/import'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { ErrorNote } from '../../ui/error-note'
import { LateLoading } from '../../ui/late-loading'
import { pickImportFile, pickImportFolder } from '../first-run/begin'
import { ImportFoot, ImportProgress } from './import-foot'
import { ImportHead } from './import-head'
import { ImportRows } from './import-rows'
import { ImportText } from './import-text'
import { ResumeNote } from './resume-note'

function DropHere() {
  const t = useText()
  const start = useImport((s) => s.start)
  const pick = async () => { const file = await pickImportFile(t('first.pickImport')); if (file !== null) await start(file) }
  const pickFolder = async () => { const folder = await pickImportFolder(t('import.pickFolder')); if (folder !== null) await start(folder) }
  return (
    <Empty title={t('import.drop')}>
      <p className="muted">{t('import.folderHint')}</p>
      <div className="row">
        <Button kind="primary" testId="import-choose" onClick={() => void pick()}>{t('import.choose')}</Button>
        <Button testId="import-choose-folder" onClick={() => void pickFolder()}>{t('import.chooseFolder')}</Button>
      </div>
    </Empty>
  )
}

/** Preview, edit, import. Nothing is written before Import (09 §15). */
export function ImportPanel() {
  const t = useText()
  const { view, fault, busy, file, progress, start } = useImport()
  const [chosen, setChosen] = useState<{ file: string | null; row: string } | null>(null)
  const shown = chosen?.file === file ? chosen.row : (view?.rows[0]?.id ?? null)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const dropped = event.dataTransfer.files[0]
    if (dropped) void start(window.wenqu.pathOfFile(dropped))
  }
  return (
    <section className="import" data-testid="import-panel" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <header className="panel-head"><h2>{t('import.title')}</h2></header>
      <ResumeNote />
      {fault && <div className="import-pad"><ErrorNote fault={fault} {...(file === null ? {} : { onRetry: () => void start(file) })} /></div>}
      {!view && !busy && !progress && <DropHere />}
      {!view && busy && !progress && <><p className="visually-hidden" role="status">{t('import.reading')}</p><LateLoading /></>}
      {view && (
        <>
          <ImportHead view={view} />
          <div className="import-body">
            <ImportRows view={view} shown={shown} onShow={(row) => setChosen({ file, row })} />
            <ImportText view={view} row={shown} />
          </div>
          {!progress && <ImportFoot view={view} />}
        </>
      )}
      {!view && progress && <div className="import-body" />}
      <ImportProgress />
    </section>
  )
}
