import type { ChangeGroup, ChangeItem, Decided } from '@shared/procedures/inbox'
import type { Effect } from '@shared/tool-result'
import type { InboxState } from '../project/entity-journal'
import type { JournalRow } from '../project/journal'
import type { OpenedProject } from '../project/types'
import type { StoryPayload } from '../story/story-journal'
import type { StoryService } from '../story/types'
import type { Proposals } from '../tools/proposals'
import type { WriteRoots } from '../tools/write-roots'
import type { SlicePayload } from '../world/slice-images'
import type { WorldService } from '../world/types'

export interface InboxParts { project: OpenedProject; story: StoryService; world: WorldService; proposals: Proposals; writeRoots: WriteRoots }

interface Told { seq: number; at: string; sessionId: number | null; callId: string | null; runId: string | null; actor: string; inbox: InboxState }
export type FileRow = JournalRow & { runId: string | null; inbox: InboxState }
/** A row of the journal of story and world with its rows before and after. */
export type EntityRow = Told & { kind: 'create' | 'modify' | 'delete'; entity: string; entityId: string; title: string } & ({ area: 'story'; payload: StoryPayload } | { area: 'world'; payload: SlicePayload })

/** Rows that follow each other in one run on the same thing: one item for the author. Never empty, oldest first. */
export type Chain = { area: 'file'; rows: FileRow[] } | { area: 'story'; rows: (EntityRow & { area: 'story' })[] } | { area: 'world'; rows: (EntityRow & { area: 'world' })[] }

/** How an author settles a clash. */
export type Answer = { text: string; hash: string | null } | { whole: true; hash: string | null } | { rest: true }

/** What others changed in one project, for its author alone (06 §7, 09 §8). */
export interface Inbox {
  list(view: 'new' | 'all', limit: number): Promise<{ groups: ChangeGroup[]; waiting: number; more: boolean }>
  /** CHANGE_UNKNOWN. */
  show(id: string): Promise<{ item: ChangeItem; effects: Effect[] }>
  keep(ids: readonly string[]): number
  /** CHANGE_SETTLED, BEFORE_LOST, and what writing may fail with. */
  revert(id: string): Promise<Decided>
  revertAll(ids: readonly string[]): Promise<{ reverted: number; left: { id: string; why: string }[] }>
  /** CHANGE_SETTLED. */
  apply(id: string): Promise<Decided>
  /** STALE_READ when the file changed again. */
  resolve(id: string, act: 'revert' | 'apply', answer: Answer): Promise<Decided>
}
