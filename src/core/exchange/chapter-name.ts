/** Names of what an import makes: `imp-001`, `imp-act-01`; unique within one import. `prefix` keeps two imports apart. */
export function chapterName(index: number, prefix = 'imp'): string {
  return `${prefix}-${String(index + 1).padStart(3, '0')}`
}

export function actName(index: number, prefix = 'imp'): string {
  return `${prefix}-act-${String(index + 1).padStart(2, '0')}`
}
