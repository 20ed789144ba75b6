import { describe, expect, it } from 'vitest'
import { recover } from './draft-recovery'

const file = { text: 'file', hash: 'h1', modifiedAt: '2026-01-01T10:00:00.000Z' }
const draft = (over: Partial<{ text: string; baseHash: string | null; at: string }>) => ({ text: 'draft', baseHash: 'h1', at: '2026-01-01T10:00:30.000Z', ...over })

describe('draft recovery', () => {
  it.each([
    ['no draft', null, file, 'none'],
    ['draft equals the file', draft({ text: 'file', baseHash: 'h0' }), file, 'drop'],
    ['draft on this very file', draft({}), file, 'useDraft'],
    ['draft on this very file, clock behind', draft({ at: '2025-12-31T00:00:00.000Z' }), file, 'useDraft'],
    ['file saved while the draft went on', draft({ baseHash: 'h0' }), file, 'useDraft'],
    ['save landed just after the last draft', draft({ baseHash: 'h0', at: '2026-01-01T09:59:58.000Z' }), file, 'useDraft'],
    ['file changed outside later', draft({ baseHash: 'h0', at: '2026-01-01T09:00:00.000Z' }), file, 'useFile'],
    ['file time unknown', draft({ baseHash: 'h0', at: '2026-01-01T09:00:00.000Z' }), { ...file, modifiedAt: null }, 'useDraft'],
    ['draft of a text never saved', draft({ baseHash: null }), file, 'useDraft'],
  ] as const)('%s', (_name, found, on, expected) => expect(recover(found, on)).toBe(expected))
})
