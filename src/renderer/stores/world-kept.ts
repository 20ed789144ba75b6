import { z } from 'zod'
import { PatchOp, Slice } from '@shared/world'
import type { DraftValue } from '../panels/world/compose/draft-value'
import { rekeyed } from '../panels/world/compose/slice-draft'
import type { KeptForm } from './kept-forms'
import { readKept } from './read-kept'
import { nothingWritten, useWorldDrafts } from './world-drafts'

const Value: z.ZodType<DraftValue> = z.lazy(() => z.union([z.string(), z.array(Value), z.record(z.string(), Value)]))
const Row = z.object({
  key: z.string(), patchId: z.string().nullable(), subjectId: z.string(), fresh: z.object({ type: z.string(), name: z.string() }).nullable(), place: z.string(), chosen: z.string(), path: z.string(),
  op: z.union([PatchOp, z.literal('take')]), value: Value, kind: z.enum(['text', 'number', 'truth', 'ref', 'raw']), summary: z.string(),
})
const SliceForm = z.object({ base: Slice.nullable(), time: z.string(), title: z.string(), summary: z.string(), kind: z.string(), rows: z.array(Row), merged: z.boolean().default(false) })
const Kept = z.object({
  slices: z.record(z.string(), SliceForm), subject: z.object({ id: z.string(), name: z.string(), type: z.string(), time: z.string(), values: z.record(z.string(), Value) }).nullable(),
  texts: z.record(z.string(), z.object({ text: z.string(), base: z.string().nullable() })),
})

/** Slices, subjects, schema and calendar while they are written. */
export const worldForms: KeptForm = {
  name: 'world',
  read: () => {
    const { slices, subject, texts } = useWorldDrafts.getState()
    return nothingWritten({ slices, subject, texts }) ? null : JSON.stringify({ slices, subject, texts })
  },
  restore: (text) => {
    const kept = readKept(Kept, text)
    if (!kept) return
    const slices = Object.fromEntries(Object.entries(kept.slices).map(([key, draft]) => [key, rekeyed(draft)]))
    useWorldDrafts.setState((now) => ({ slices: { ...slices, ...now.slices }, subject: now.subject ?? kept.subject, texts: { ...kept.texts, ...now.texts } }))
  },
  watch: (changed) => useWorldDrafts.subscribe(changed),
}
