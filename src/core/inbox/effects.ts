import type { Effect } from '@shared/tool-result'
import type { Blobs } from '../project/types'
import { storyEffects } from '../story/net-changes'
import { characterChange } from '../tools/file-effect'
import { unifiedDiff } from '../tools/unified-diff'
import type { SliceImage } from '../world/slice-images'
import { fileNet, textOf } from './items'
import type { Chain } from './types'

const actions = { create: 'create', modify: 'change', delete: 'trash', move: 'move' } as const

/** The diff of a file item; what is no text, or no longer kept, has none. */
async function fileEffect(blobs: Blobs, chain: Chain & { area: 'file' }): Promise<Effect> {
  const { path, kind, movedTo, before, after } = fileNet(chain.rows)
  const [old, now] = [await textOf(blobs, before), await textOf(blobs, after)]
  const readable = (before === null || old !== null) && (after === null || now !== null)
  return {
    kind: 'file', target: kind === 'move' ? `${path} -> ${movedTo ?? ''}` : path, resolved: null, before, after, action: actions[kind],
    preview: !readable || before === after ? '' : unifiedDiff(path, old, now ?? '').text,
    ...(readable ? { fields: characterChange(old, now) } : { fields: [{ field: 'unreadable', from: null, to: before !== null && old === null ? 'before' : 'after' }] }),
  }
}

type TimeText = (instant: bigint) => string
const patchLine = ({ subjectId, path, op, value }: SliceImage['patches'][number]): string => `${subjectId} ${path} ${op}${value === null ? '' : ` ${value}`}`

/** A slice before and after: its patches, drawn like an approval's, then its own words where they changed. */
export function sliceEffects(from: SliceImage | null, to: SliceImage, time: TimeText): Effect[] {
  const [old, now] = [from === null || from.hidden ? null : from, to.hidden ? null : to]
  const [before, after] = [(old?.patches ?? []).map(patchLine), (now?.patches ?? []).map(patchLine)]
  const preview = [...before.filter((line) => !after.includes(line)).map((line) => `-${line}`), ...after.map((line) => `${before.includes(line) ? ' ' : '+'}${line}`)].join('\n')
  const target = `slice ${to.id} "${to.title}" · ${time(BigInt(to.instant))}`
  const base = { target, resolved: String(to.id), before: old && 'slice', after: now && 'slice', action: old === null ? 'create' : now === null ? 'trash' : 'change' }
  const fields = wordsBetween(old, now, time)
  return [{ ...base, kind: 'world', preview }, ...(fields.length === 0 ? [] : [{ ...base, kind: 'slice', target: to.title, preview: '', fields }])]
}

/** Time, title, summary and kind that differ; of a slice that came or went only what its head does not say. */
function wordsBetween(old: SliceImage | null, now: SliceImage | null, time: TimeText): NonNullable<Effect['fields']> {
  const shown = (image: SliceImage | null): Record<string, string | null> => ({ time: image && time(BigInt(image.instant)), title: image?.title ?? null, summary: image?.summary ?? null, kind: image?.kind ?? null })
  const [was, is] = [shown(old), shown(now)]
  const names = old === null || now === null ? ['summary'] : Object.keys(was)
  return names.map((field) => ({ field, from: was[field] ?? null, to: is[field] ?? null })).filter(({ from: a, to: b }) => (a ?? '') !== (b ?? ''))
}

/** What an item changed, for the eye (09 §8 "Diff in the centre"). */
export async function effectsOfChain(blobs: Blobs, chain: Chain, time: TimeText): Promise<Effect[]> {
  switch (chain.area) {
    case 'file': return [await fileEffect(blobs, chain)]
    case 'story': return storyEffects({ changes: chain.rows.flatMap((row) => row.payload.changes), effects: chain.rows.flatMap((row) => row.payload.effects), labels: Object.assign({}, ...chain.rows.map((row) => row.payload.labels ?? {})) as Record<string, string> })
    case 'world': {
      const [first, last] = [chain.rows[0], chain.rows.at(-1)]
      return first && last ? sliceEffects(first.payload.from, last.payload.to, time) : []
    }
  }
}
