import type { StoryKind } from '@shared/story'
import { focusSoon } from '../../commands/zones'
import { openBoard } from '../../stores/board'
import { useLayout } from '../../stores/layout'
import { openDecision } from '../story/ledger/decision-actions'
import { openPromise } from '../story/ledger/promise-actions'
import { stand } from '../story/stand'

/** Goes to where the author works on what came back: the list of chapters, the board, the promises or the decisions. */
export function showRestored(kind: StoryKind, id: string): void {
  useLayout.getState().show('story')
  stand(kind, id)
  if (kind === 'act' || kind === 'chapter') return focusSoon('zone-side')
  openBoard(kind === 'promise' ? 'promises' : kind === 'decision' ? 'decisions' : 'board')
  if (kind === 'promise') openPromise(id)
  if (kind === 'decision') openDecision(id)
}
