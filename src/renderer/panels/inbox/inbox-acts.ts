import type { ChangeGroup, ChangeItem, Decided } from '@shared/procedures/inbox'
import type { CallInput } from '@shared/procedures'
import { call } from '../../bridge/call'
import { flushAll } from '../../editor-core/saving'
import { text } from '../../i18n/text'
import { isReadOnly, projectId } from '../../stores/app'
import { useInbox } from '../../stores/inbox'
import { attempt, inform } from '../../stores/notices'
import { shownName } from './item-words'

let busy = false

/** One act at a time: a second press of the key meets the next item, not the same one twice. What is being typed is in its file first. */
async function once<T>(act: () => Promise<T>): Promise<T | null> {
  if (busy || isReadOnly()) return null
  busy = true
  try {
    await flushAll()
    return await attempt(act)
  } finally {
    busy = false
    await useInbox.getState().load()
  }
}

function said(item: ChangeItem, act: 'revert' | 'apply', { merged }: Decided): void {
  const name = shownName(item)
  if (act === 'apply') inform(text('inbox.applied', { name }))
  else if (item.area === 'proposal') inform(text('inbox.declined', { name }))
  else inform(text(merged ? 'inbox.merged' : 'inbox.reverted', { name }))
}

/** Nothing happens in silence: done and told, or asked about in the centre. */
function outcome(item: ChangeItem, act: 'revert' | 'apply', decided: Decided | null): void {
  if (!decided) return
  if (decided.clash) return useInbox.getState().ask(decided.clash)
  useInbox.getState().ask(null)
  said(item, act, decided)
}

export async function keepItem(item: ChangeItem): Promise<void> {
  if (item.state === 'new') await once(() => call('inbox.keep', { project: projectId(), ids: [item.id] }))
}

export async function revertItem(item: ChangeItem): Promise<void> {
  if (item.state === 'reverted' || item.state === 'applied') return
  outcome(item, 'revert', await once(() => call('inbox.revert', { project: projectId(), id: item.id })))
}

export async function applyItem(item: ChangeItem): Promise<void> {
  if (item.area !== 'proposal' || item.state === 'applied' || item.state === 'reverted') return
  outcome(item, 'apply', await once(() => call('inbox.apply', { project: projectId(), id: item.id })))
}

export type Answer = CallInput<'inbox.resolve'>['answer']

/** The author's answer to a clash. */
export async function resolveItem(item: ChangeItem, act: 'revert' | 'apply', answer: Answer): Promise<void> {
  outcome(item, act, await once(() => call('inbox.resolve', { project: projectId(), id: item.id, act, answer })))
}

export async function keepGroup(group: ChangeGroup): Promise<void> {
  await once(() => call('inbox.keep', { project: projectId(), ids: group.items.map((item) => item.id) }))
}

/** Newest first, as they are listed; what clashes stays in the list. */
export async function revertGroup(group: ChangeGroup): Promise<void> {
  const ids = group.items.filter((item) => item.state === 'new' || item.state === 'kept').map((item) => item.id)
  if (ids.length === 0) return
  const done = await once(() => call('inbox.revertAll', { project: projectId(), ids }))
  if (!done) return
  inform(done.left.length === 0 ? text('inbox.groupReverted', { count: done.reverted }) : text('inbox.groupLeft', { count: done.reverted, left: done.left.length }))
  const first = done.left[0]
  if (first) useInbox.getState().show(first.id)
}
