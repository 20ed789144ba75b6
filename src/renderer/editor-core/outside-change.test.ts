import { describe, expect, it } from 'vitest'
import { reactTo } from './outside-change'

const clean = { dirty: false, same: false }
const dirty = { dirty: true, same: false }

describe('outside changes of an open text: {clean, dirty} × {changed, deleted, renamed}', () => {
  it.each([
    ['changed', 'outside', clean, null, 'reload'], ['changed', 'agent', clean, null, 'reload'], ['changed', 'author', clean, null, 'reload'],
    ['changed', 'outside', dirty, 0, 'ask'], ['changed', 'outside', dirty, 2, 'ask'], ['changed', 'author', dirty, 0, 'ask'],
    ['changed', 'agent', dirty, 0, 'merge'], ['changed', 'agent', dirty, 1, 'ask'], ['changed', 'agent', dirty, null, 'ask'],
    ['changed', 'outside', { dirty: true, same: true }, null, 'rebase'], ['changed', 'agent', { dirty: false, same: true }, null, 'rebase'],
    ['deleted', 'author', clean, null, 'close'], ['deleted', 'outside', clean, null, 'offerKeep'], ['deleted', 'agent', clean, null, 'offerKeep'],
    ['deleted', 'author', dirty, null, 'offerKeep'], ['deleted', 'outside', dirty, null, 'offerKeep'], ['deleted', 'agent', dirty, null, 'offerKeep'],
    ['renamed', 'outside', clean, null, 'follow'], ['renamed', 'outside', dirty, null, 'follow'], ['renamed', 'author', dirty, null, 'follow'],
  ] as const)('%s by %s, %o, conflicts %s: %s', (kind, by, buffer, conflicts, expected) => expect(reactTo({ kind, by }, buffer, conflicts)).toBe(expected))
})
