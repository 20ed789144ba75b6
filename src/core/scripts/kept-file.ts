import { join } from 'node:path'
import { sha256 } from '../tools/canonical'
import type { ScriptState } from './types'

/** Where what is known of a script tool is kept, outside its folder, so that keeping it changes no content. */
export const keptFile = (home: string, kind: 'tool-tests' | 'tool-approved', { dir, name }: Pick<ScriptState, 'dir' | 'name'>): string => join(home, kind, `${name}-${sha256(dir).slice(0, 12)}.json`)
