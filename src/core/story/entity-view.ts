import type { Scene } from '@shared/story'
import type { StoryContext } from './context'
import { decisionView } from './decision-reads'
import { entityOf, type RowOf } from './entities'
import type { SavedKind } from './fields'
import { promiseView } from './promise-reads'
import type { DecisionRow, PromiseRow } from './rows'
import { sceneDetail } from './scene-detail'

/** An entity as its save returns it: with what readers get besides the stored fields (02 §9). */
export function entityView<K extends SavedKind>(context: StoryContext, kind: K, row: RowOf[K]): Record<string, unknown> {
  switch (kind) {
    case 'promise': return { ...promiseView(context.db, row as PromiseRow) }
    case 'decision': return { ...decisionView(context, row as DecisionRow) }
    case 'scene': return sceneDetail(context, entityOf(kind, row) as Scene)
    default: return { ...entityOf(kind, row) }
  }
}
