import type { PromiseView } from '@shared/story-ledgers'
import { call } from '../../../bridge/call'
import { text } from '../../../i18n/text'
import { projectId } from '../../../stores/app'
import { useChapterDrawer } from '../../../stores/chapter-drawer'
import { usePromises } from '../../../stores/promises'
import { useStoryChanges } from '../../../stores/story-changes'
import type { MenuRow } from '../../../ui/menu'
import { change, save, trash } from '../story-changes'

const reload = () => usePromises.getState().load()

export async function act(id: string, action: 'fulfill' | 'abandon' | 'reopen'): Promise<void> {
  await save(action === 'reopen' ? { kind: 'promise', id, fields: { status: 'open' } } : { kind: 'promise', id, action, fields: {} })
  await reload()
}

export async function setPromise(id: string, fields: Record<string, unknown>): Promise<boolean> {
  const done = await save({ kind: 'promise', id, fields })
  await reload()
  return done !== null
}

export interface BeatWish { sceneId: string; kind: PromiseView['beats'][number]['kind']; note?: string | null; autoFulfill?: boolean }

export async function setBeat(promiseId: string, wish: BeatWish): Promise<boolean> {
  const done = await change(() => call('story.setBeat', { project: projectId(), promiseId, ...wish }))
  await reload()
  return done !== null
}

export async function removeBeat(promiseId: string, sceneId: string): Promise<void> {
  await change(() => call('story.removeBeat', { project: projectId(), promiseId, sceneId }))
  await reload()
}

/** Opens a promise in the drawer, or a new one; `field` takes the keys. */
export function openPromise(id: string | null, field?: 'title' | 'summary'): void {
  if (id !== null) useStoryChanges.getState().seen(`promise:${id}`)
  usePromises.getState().select(id)
  useChapterDrawer.getState().open({ kind: 'promise', id }, { focusField: id === null ? 'promise:new:title' : field ? `promise:${id}:${field}` : null })
}

export async function removePromise({ id, title }: Pick<PromiseView, 'id' | 'title'>): Promise<void> {
  await trash('promise', id, title)
  await reload()
}

/** What can be done with a promise as it stands; `rename` lets its title be typed over. */
export function promiseMenu(promise: PromiseView, readOnly: boolean, rename: () => void): MenuRow[] {
  const row = (label: string, run: () => Promise<void>): MenuRow => ({ label, disabled: readOnly, onSelect: () => void run() })
  const verbs = promise.status === 'open' ? [row(text('board.fulfil'), () => act(promise.id, 'fulfill')), row(text('board.abandon'), () => act(promise.id, 'abandon'))] : [row(text('board.reopen'), () => act(promise.id, 'reopen'))]
  return [{ label: text('board.open'), keys: 'Enter', onSelect: () => openPromise(promise.id) }, { label: text('story.rename'), keys: 'F2', disabled: readOnly, leaves: true, onSelect: rename }, ...verbs, 'separator', { label: text('story.trash'), keys: 'Del', disabled: readOnly, onSelect: () => void removePromise(promise) }]
}
