import { FilePlus2, FolderPlus } from 'lucide-react'
import { useEffect } from 'react'
import { useText } from '../../i18n/text'
import { useReadOnly } from '../../stores/app'
import { useFiles } from '../../stores/files'
import { IconButton } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { ErrorNote } from '../../ui/error-note'
import { LateLoading } from '../../ui/late-loading'
import { createFile } from './file-actions'
import { fileRows } from './file-rows'
import { FileTree } from './file-tree'

/** The project's folders; changes from outside appear by themselves (09 §3). */
export function FilesPanel() {
  const t = useText()
  const readOnly = useReadOnly()
  const { folders, open, current, fault, load } = useFiles()
  useEffect(() => { void load('') }, [load])
  const rows = fileRows(folders, open)
  const at = rows.find((row) => row.file.path === current)
  return (
    <section className="side-panel" data-testid="files-panel">
      <header className="panel-head">
        <h2>{t('frame.files')}</h2>
        <IconButton label={t('files.newFile')} disabled={readOnly} onClick={() => void createFile(at, 'file')}><FilePlus2 size={16} aria-hidden /></IconButton>
        <IconButton label={t('files.newFolder')} disabled={readOnly} onClick={() => void createFile(at, 'folder')}><FolderPlus size={16} aria-hidden /></IconButton>
      </header>
      {fault && <ErrorNote fault={fault} onRetry={() => void load('')} />}
      {!(''in folders) && !fault && <LateLoading />}
      {'' in folders && rows.length === 0 && <Empty title={t('files.empty')} />}
      {rows.length > 0 && <FileTree rows={rows} readOnly={readOnly} />}
    </section>
  )
}
