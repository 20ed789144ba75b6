import { call } from '../../../bridge/call'
import { errorFault } from '../../../i18n/fault-text'
import { projectId } from '../../../stores/app'
import { useDecisions } from '../../../stores/decisions'
import { usePromises } from '../../../stores/promises'
import { useStory } from '../../../stores/story'
import { changedBy } from '../../../stores/story-changes'
import { draftOf, dropDraft, isDirty, patchDraft, putDraft } from '../../../stores/story-drafts'
import { keyOf, mustHaveText, patchOf, textOf, type FieldAt } from './field-at'

/** How long a field rests before it is saved by itself. */
const idleMs = 1_000
const timers = new Map<string, ReturnType<typeof setTimeout>>()

async function readEntity({ kind, id }: FieldAt): Promise<object | undefined> {
  const project = projectId()
  if (kind === 'chapter') return (await call('story.chapter', { project, id })).chapter
  if (kind === 'scene') return call('story.scene', { project, id })
  if (kind === 'thread') return (await call('story.thread', { project, id })).thread
  if (kind === 'promise') { await usePromises.getState().load(); return usePromises.getState().promises?.find((one) => one.id === id) }
  if (kind === 'decision') { await useDecisions.getState().load(); return useDecisions.getState().decisions?.find((one) => one.id === id) }
  const { outline } = useStory.getState()
  return kind === 'phase' ? outline?.phases.find((phase) => phase.id === id) : outline?.acts.find(({ act }) => act.id === id)?.act
}

/** Sends what was typed, unless the story's value changed meanwhile: then both are shown and the author chooses. */
async function send(at: FieldAt, key: string, text: string, base: string): Promise<void> {
  const entity = await readEntity(at)
  if (!entity) return
  const now = textOf(entity, at.field)
  if (now !== base && now !== text.trim()) return patchDraft(key, { theirs: { text: now, by: changedBy(at.kind, at.id) } })
  if (now !== text.trim()) await call('story.save', { project: projectId(), kind: at.kind, id: at.id, fields: patchOf(at, text, entity) })
  const after = draftOf(key)
  if (!after) return
  const written = text.trim()
  patchDraft(key, { base: written, wrote: [...after.wrote, written].slice(-5), theirs: null, fault: null })
  if (after.text !== text) schedule(at)
  else if (!after.focused) dropDraft(key)
}

export async function saveField(at: FieldAt): Promise<void> {
  const key = keyOf(at)
  clearTimeout(timers.get(key))
  const draft = draftOf(key)
  if (!draft || draft.sending !== null || draft.theirs) return
  if (mustHaveText(at) && draft.text.trim() === '') return
  if (!isDirty(draft)) return draft.focused ? undefined : dropDraft(key)
  patchDraft(key, { sending: draft.text.trim(), fault: null })
  try {
    await send(at, key, draft.text, draft.base)
  } catch (error) {
    patchDraft(key, { fault: errorFault(error) })
  } finally {
    patchDraft(key, { sending: null })
  }
}

export function schedule(at: FieldAt): void {
  const key = keyOf(at)
  clearTimeout(timers.get(key))
  timers.set(key, setTimeout(() => void saveField(at), idleMs))
}

/** A keystroke: `value` is what the story holds, remembered at the first one. */
export function typeInto(at: FieldAt, text: string, value: string): void {
  const key = keyOf(at)
  const old = draftOf(key)
  putDraft(key, old ? { ...old, text, fault: null } : { text, base: value, sending: null, wrote: [], theirs: null, fault: null, focused: true })
}

export const enterField = (at: FieldAt): void => patchDraft(keyOf(at), { focused: true })

/** The author went on: save at once; a title without letters goes back to what it was. */
export function leaveField(at: FieldAt): void {
  const key = keyOf(at)
  const draft = draftOf(key)
  if (!draft) return
  if (mustHaveText(at) && draft.text.trim() === '') return dropDraft(key)
  patchDraft(key, { focused: false })
  void saveField(at)
}

/** After a clash: the author's words stand, or those of the other. */
export function keepMine(at: FieldAt): void {
  const key = keyOf(at)
  const theirs = draftOf(key)?.theirs
  if (!theirs) return
  patchDraft(key, { base: theirs.text, theirs: null })
  void saveField(at)
}

export const takeTheirs = (at: FieldAt): void => dropDraft(keyOf(at))
