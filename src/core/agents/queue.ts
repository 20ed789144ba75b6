import type { MessageSource, Picture, QueueItem } from '@shared/session'
import type { OpenedProject } from '../project/types'
import { prepared } from '../project/statements'

interface QueueRow extends Omit<QueueItem, 'source' | 'pictures'> { source?: string | null }
/** In the column `source`: whoever sent it, or what the author put beside the words. */
type Kept = MessageSource | { kind: 'author'; pictures: Picture[] }

/** Messages that wait for a running session: durable, removable, not yet history (04 §3). */
export class Queue {
  readonly #project: OpenedProject
  constructor(project: OpenedProject) { this.#project = project }

  list(sessionId: number): QueueItem[] {
    // `*`: a database of an older version, held elsewhere and so not migrated, has no source.
    return prepared<[number], QueueRow>(this.#project.sessionsDb, 'SELECT * FROM QueueItem WHERE sessionId = ? ORDER BY position').all(sessionId)
      .map(({ source, ...item }) => toItem(item, typeof source === 'string' ? (JSON.parse(source) as Kept) : null))
  }

  /** Gives the item's id. */
  add(sessionId: number, kind: QueueItem['kind'], text: string, source: MessageSource | null = null, pictures: readonly Picture[] = []): string {
    const { env, sessionsDb } = this.#project
    const id = env.id('qu')
    const kept: Kept | null = source ?? (pictures.length === 0 ? null : { kind: 'author', pictures: [...pictures] })
    prepared(sessionsDb, 'INSERT INTO QueueItem (id, sessionId, kind, text, at, position, origin, source) VALUES (?, ?, ?, ?, ?, (SELECT coalesce(max(position), 0) + 1 FROM QueueItem WHERE sessionId = ?), ?, ?)')
      .run(id, sessionId, kind, text, env.now().toISOString(), sessionId, originOf(source), kept === null ? null : JSON.stringify(kept))
    this.#changed(sessionId, [])
    return id
  }

  remove(sessionId: number, id: string): void {
    prepared(this.#project.sessionsDb, 'DELETE FROM QueueItem WHERE sessionId = ? AND id = ?').run(sessionId, id)
    this.#changed(sessionId, [])
  }

  /** Takes items out inside the caller's transaction with what it does with them. */
  take(sessionId: number, kind: QueueItem['kind'], limit: number, use: (items: QueueItem[]) => void): QueueItem[] {
    if (this.list(sessionId).length === 0) return []
    const taken = this.#project.sessionsDb.transaction(() => {
      const items = this.list(sessionId).filter((item) => item.kind === kind).slice(0, limit)
      for (const item of items) prepared(this.#project.sessionsDb, 'DELETE FROM QueueItem WHERE id = ?').run(item.id)
      if (items.length > 0) use(items)
      return items
    })()
    if (taken.length > 0) this.#changed(sessionId, [])
    return taken
  }

  /** After an error or a cancel steers go back to the composer (04 §3). */
  returnSteers(sessionId: number): void {
    const steers = this.list(sessionId).filter((item) => item.kind === 'steer')
    if (steers.length === 0) return
    prepared(this.#project.sessionsDb, "DELETE FROM QueueItem WHERE sessionId = ? AND kind = 'steer'").run(sessionId)
    this.#changed(sessionId, steers.filter((item) => item.source === null))
  }

  #changed(sessionId: number, returned: QueueItem[]): void {
    this.#project.emit({ type: 'queue.changed', sessionId, queue: this.list(sessionId), returned })
  }
}

function toItem({ id, kind, text, at }: Omit<QueueRow, 'source'>, kept: Kept | null): QueueItem {
  return kept?.kind === 'author' ? { id, kind, text, at, source: null, pictures: kept.pictures } : { id, kind, text, at, source: kept }
}

/** Another assistant's words are its own; a job or a schedule speaks as the system (04 §2, §10). */
export const originOf = (source: MessageSource | null | undefined): 'user' | 'model' | 'system' => (source === null || source === undefined ? 'user' : source.kind === 'agent' ? 'model' : 'system')
