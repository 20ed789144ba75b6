import { ExportFormat } from './procedures/export'

/** The name's last part that says what a file is, with its dot; empty where there is none. Both kinds of slash part folders. */
const endingOf = (path: string): string => /[^\\/.](\.[^\\/.]+)$/.exec(path)?.[1] ?? ''

const isOurs = (ending: string): boolean => ExportFormat.options.some((format) => ending.toLowerCase() === `.${format}`)

/** The path with the ending of this format: one of ours is taken off first, any other is part of the name. */
export function withFormat(path: string, format: ExportFormat): string {
  const ending = endingOf(path)
  if (ending.toLowerCase() === `.${format}`) return path
  return `${isOurs(ending) ? path.slice(0, -ending.length) : path}.${format}`
}

/** Whether this is a file of a kind that is exported, by its ending. */
export const isExportFile = (path: string): boolean => isOurs(endingOf(path))
