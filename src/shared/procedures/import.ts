import { z } from 'zod'
import { human, open } from './procedure'

const inProject = { project: z.string() }
export const ImportRow = z.object({ id: z.string(), kind: z.enum(['volume', 'chapter']), title: z.string(), words: z.number(), ticked: z.boolean(), reason: z.string().nullable(), adverts: z.number(), start: z.number(), end: z.number(), skipped: z.boolean(), /** It stands in no act, though there is one above it. */ noAct: z.boolean() })
export type ImportRow = z.infer<typeof ImportRow>
export const ImportView = z.object({
  importId: z.string(), file: z.string(), /** Of a folder each file is read by itself: neither encoding nor rule is to be chosen. */ folder: z.boolean(), bytes: z.number(), encoding: z.string(), alternatives: z.array(z.object({ encoding: z.string(), sample: z.string() })), sample: z.string(),
  rules: z.array(z.object({ key: z.string(), hits: z.number() })), rule: z.string(), rows: z.array(ImportRow), totalCharacters: z.number(), coveredCharacters: z.number(),
  notTaken: z.array(z.object({ what: z.string(), reason: z.string() })),
  lost: z.array(z.object({ title: z.string(), characters: z.number() })), lossAccepted: z.boolean(), importedBefore: z.boolean(), /** When a file of this name was imported with other contents; its chapters stay. */ earlierVersion: z.string().nullable(),
})
export type ImportView = z.infer<typeof ImportView>

export const importProcedures = {
  'import.preview': open('Reads a TXT or docx and proposes chapters; writes nothing.', z.strictObject({ ...inProject, file: z.string(), encoding: z.string().optional(), rule: z.string().optional() }), ImportView),
  'import.edit': open('Changes the proposed chapters.', z.strictObject({ ...inProject, importId: z.string(), edit: z.discriminatedUnion('do', [
    z.strictObject({ do: z.literal('rename'), row: z.string(), title: z.string() }), z.strictObject({ do: z.literal('mergeUp'), row: z.string() }),
    z.strictObject({ do: z.literal('split'), row: z.string(), offset: z.number().int() }), z.strictObject({ do: z.literal('tick'), row: z.string(), ticked: z.boolean() }), z.strictObject({ do: z.literal('skip'), row: z.string(), skipped: z.boolean() }),
    z.strictObject({ do: z.literal('acceptLoss'), accepted: z.boolean() }),
  ]) }), ImportView),
  'import.text': open('A row\'s text, to see and to split.', z.strictObject({ ...inProject, importId: z.string(), row: z.string() }), z.object({ text: z.string() })),
  'import.run': human('Imports what is proposed; progress by events; resumes after a crash.', z.strictObject({ ...inProject, importId: z.string(), again: z.enum(['skip', 'replace', 'both']).default('skip') }), z.object({ started: z.boolean() })),
  'import.stop': human('Stops an import; chapters made stay.', z.strictObject({ ...inProject, importId: z.string() }), z.object({ made: z.number(), left: z.number() })),
  'import.report': open('What an import took and what not.', z.strictObject({ ...inProject, importId: z.string() }), z.object({ state: z.enum(['preview', 'running', 'done', 'stopped', 'failed']), made: z.number(), /** There already from an earlier import, and left alone. */ skipped: z.number(), left: z.number(), total: z.number(), notTaken: z.array(z.object({ what: z.string(), reason: z.string() })), message: z.string().nullable() })),
  'import.pending': open('An import that runs, or that a crash cut off and that can be resumed.', z.strictObject(inProject), z.object({ running: z.boolean(), importId: z.string().nullable(), file: z.string().nullable(), made: z.number(), total: z.number() })),
} as const
