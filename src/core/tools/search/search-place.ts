import type { SafePath } from '../../project/types'

/** Where a search begins, authorized; `show` says which of the files below may be told of. */
export interface SearchPlace { path: SafePath; show(real: string): boolean }

/** The search begins in the app's own folder of a project. */
export const isControl = ({ path }: SearchPlace): boolean => /(^|[/\\])\.nbook$/i.test(path.real)
