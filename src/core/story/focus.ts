import { fail } from '@shared/fault'
import type { StoryContext } from './context'
import { prepared } from './prepared'
import { tables } from './rows'
import type { Focus, FocusStore, StorySave, StorySaved } from './types'

function fromFocus(context: StoryContext, kind: 'thread' | 'scene', id: string | undefined): string {
  const exists = id !== undefined && prepared(context.db, `SELECT 1 FROM ${tables[kind].table} WHERE id = ?`).get(id) !== undefined
  if (exists) return id
  fail('FOCUS_MISSING', id === undefined ? `No ${kind} was saved in this session yet.` : `The ${kind} saved last (${id}) is gone.`, {
    pointer: `/${kind}Id`, expected: `a ${kind} id`, fix: `Give ${kind}Id; ${kind === 'thread' ? 'get_story_thread' : 'get_story_scene_context'} lists them.`,
  })
}

/** Fills what an agent left out from the session's focus (the F of 02 §12). Window and plan loader never come here. */
export function withFocus(context: StoryContext, save: StorySave, focus: Focus): StorySave {
  const used = save.fromFocus ?? []
  if (save.kind === 'beat') {
    if (save.fields['sceneId'] !== undefined) return save
    return { ...save, fields: { ...save.fields, sceneId: fromFocus(context, 'scene', focus.sceneId) }, fromFocus: [...used, 'sceneId'] }
  }
  if (save.action === 'create') {
    if (save.kind !== 'scene' || save.fields['threadId'] !== undefined) return save
    return { ...save, fields: { ...save.fields, threadId: fromFocus(context, 'thread', focus.threadId) }, fromFocus: [...used, 'threadId'] }
  }
  if (save.id !== null || (save.kind !== 'thread' && save.kind !== 'scene')) return save
  return { ...save, id: fromFocus(context, save.kind, focus[`${save.kind}Id`]), fromFocus: [...used, `${save.kind}Id`] }
}

/** Remembers what a session saved last; reads never do (02 §9). */
export function remember(store: FocusStore, sessionId: number, saved: StorySaved): void {
  if (saved.kind === 'thread') store.set(sessionId, { ...store.get(sessionId), threadId: saved.id })
  if (saved.kind === 'scene') store.set(sessionId, { ...store.get(sessionId), sceneId: saved.id })
}
