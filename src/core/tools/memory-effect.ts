import type { Effect } from '@shared/tool-result'
import type { Place } from '../memory/memory-pages'
import type { ArchivePlan, MemoryService } from '../memory/memory-service'
import type { By } from '../project/types'
import { sha256 } from './canonical'
import { characterChange } from './file-effect'
import type { Caller } from './types'
import { unifiedDiff } from './unified-diff'

declare module './types' {
  interface ToolServices { memory: MemoryService }
}

export const memoryBy = (caller: Caller): By => ({ actor: 'agent', sessionId: caller.sessionId, callId: caller.callId })

/** The card of a page: before and after, line by line (05 §6). */
export function pageEffect({ path }: Place, old: { text: string; hash: string } | null, text: string): Effect {
  return {
    kind: 'file', target: path.shown, resolved: path.real, before: old?.hash ?? null, after: sha256(text), action: old === null ? 'create' : 'change',
    preview: unifiedDiff(path.shown, old?.text ?? null, text).text, fields: characterChange(old?.text ?? null, text),
  }
}

export function archiveEffect({ from, to, hash, text }: ArchivePlan): Effect {
  return { kind: 'file', target: `${from.path.shown} -> ${to.path.shown}`, resolved: to.path.real, before: hash, after: hash, action: 'move', preview: unifiedDiff(from.path.shown, text, text).text, fields: [] }
}
