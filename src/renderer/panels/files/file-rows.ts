import type { FileRow } from '@shared/procedures/files'

export interface ShownFile { file: FileRow; depth: number; open: boolean }

/** Visible rows: folders first, each with its contents below it while open. */
export function fileRows(folders: Readonly<Record<string, readonly FileRow[]>>, open: ReadonlySet<string>, dir = '', depth = 0): ShownFile[] {
  const rows = [...(folders[dir] ?? [])].sort((a, b) => (a.kind === b.kind ? a.name.localeCompare(b.name, undefined, { numeric: true }) : a.kind === 'folder' ? -1 : 1))
  return rows.flatMap((file): ShownFile[] => {
    const isOpen = file.kind === 'folder' && open.has(file.path)
    return [{ file, depth, open: isOpen }, ...(isOpen ? fileRows(folders, open, file.path, depth + 1) : [])]
  })
}
