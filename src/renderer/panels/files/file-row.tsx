import { ChevronDown, ChevronRight, File, FileText, Folder } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { isMessageKey, type MessageKey } from '@shared/i18n'
import { useText } from '../../i18n/text'
import { useFiles } from '../../stores/files'
import { composing } from '../../ui/composing'
import type { ShownFile } from './file-rows'

/** Files of ours at the top, by what they are for. */
const ownFiles: Readonly<Record<string, MessageKey>> = { 'AGENTS.md': 'files.rules', 'project.yaml': 'files.manifest' }
const known = (row: ShownFile): MessageKey | null => {
  if (row.depth === 0 && row.file.kind === 'file') return ownFiles[row.file.name] ?? null
  const key = `files.${row.file.name}`
  const ours = row.file.kind === 'folder' && (row.depth === 0 || row.file.path.startsWith('lorebook/')) && row.depth <= 1
  return ours && isMessageKey(key) ? key : null
}

/** Our own folders by their name in the author's language, the rest as they are called. */
export function FileRowBody({ row, onRename }: { row: ShownFile; onRename: (name: string) => void }) {
  const t = useText()
  const { editing, edit } = useFiles()
  const key = known(row)
  const Icon = row.file.kind === 'folder' ? Folder : row.file.text ? FileText : File
  const Fold = row.open ? ChevronDown : ChevronRight
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    if (composing(event)) return
    if (event.key === 'Enter') onRename(event.currentTarget.value)
    if (event.key === 'Escape') edit(null)
  }
  return (
    <>
      <span className="tree-twisty">{row.file.kind === 'folder' && <Fold size={14} aria-hidden />}</span>
      <Icon size={15} strokeWidth={1.6} aria-hidden style={{ flex: 'none' }} />
      {editing === row.file.path
        ? <input className="input tree-rename" autoFocus maxLength={120} data-user-content aria-label={t('files.rename')} defaultValue={row.file.name} onKeyDown={keys} onBlur={(event) => onRename(event.currentTarget.value)} onFocus={(event) => event.currentTarget.setSelectionRange(0, row.file.name.replace(/\.[^.]+$/, '').length)} />
        : <span className="tree-title ellipsis" data-user-content={key ? undefined : ''} title={key && row.file.kind === 'folder' ? undefined : row.file.name}>{key ? t(key) : (row.file.title ?? row.file.name)}</span>}
    </>
  )
}
