import type { Pack } from '../registry'
import { nbookTools } from './nbook'
import { nebTools } from './neb'
import { noetaTools } from './noeta'

/** Every built-in pack, in the order definitions are shown (08 §2). */
export const packs: readonly Pack[] = [{ name: 'nbook', tools: nbookTools }, { name: 'noeta', tools: noetaTools }, { name: 'neb', tools: nebTools }]
