import { z } from 'zod'
import { briefKeys, codePoints, Long, MiceType, OutcomeType, PacingRole, SceneStatus, ThreadStatus, Tip, type BriefKey } from '@shared/story'
import { clearable, distinct, ids, link, name, note, summary, tags, textOf, title } from './field-words'
import { decisionFields, promiseFields } from './ledger-fields'

const maxInstant = 2n ** 63n
const Instant = z.string().refine((s) => /^-?\d{1,19}$/.test(s) && BigInt(s) >= -maxInstant && BigInt(s) < maxInstant, { message: 'an int64 as decimal text' }).nullable()
const TimeText = z.string().trim().refine((s) => s !== '' && codePoints(s) <= 120, { message: '1-120 characters; null clears' }).nullable()

const writingTip = clearable(Tip).describe('Hint for whoever writes it.')
const sortOrder = z.number().int().min(0).describe('Place counted from 0; others close up.')

const briefWords: Record<BriefKey, string> = {
  goal: 'What the chapter must achieve.', pov: 'Viewpoint, distance, switches.', tone: 'Tone of the telling.', pacing: 'Pace and pull onward.', opening: 'Opening hook.',
  ending: 'Last image or line.', doNotWrite: 'What must not appear.', readerKnows: 'What the reader knows.', protagonistKnows: 'What the protagonist knows.',
  mustHide: 'What stays hidden.', hintOnly: 'Hinted, never stated.',
}
const briefShape = Object.fromEntries(briefKeys.map((key) => [key, clearable(Long).optional().describe(briefWords[key])])) as Record<BriefKey, z.ZodOptional<ReturnType<typeof clearable>>>

const worldAnchor = z.strictObject({
  startTime: TimeText.optional().describe('Start as calendar text.'),
  endTime: TimeText.optional().describe('End as calendar text.'),
  startInstant: Instant.optional().describe('Start as int64 text.'),
  endInstant: Instant.optional().describe('End as int64 text.'),
  subjectIds: z.array(textOf(120)).max(100).refine(distinct, { message: 'each subject once' }).optional().describe('Subjects taking part.'),
  locationSubjectId: textOf(120).nullable().optional().describe('The place, a subject.'),
}).describe('When, who, where; replaced whole.')

const refs = z.array(z.strictObject({
  relation: textOf(120).describe('E.g. depends_on, defines, part_of.'),
  target: textOf(500).describe('Path, thread://id or scene://id.'),
  visibility: z.enum(['author', 'reader']).describe('Whose knowledge it is.'),
  note: clearable(Long).optional().describe("Author's private note."),
})).max(100).describe('Links; replaced whole.')

/** The fields each entity may be given, all optional; what an action requires is in `actions.ts` (02 §12). */
export const actFields = { name: name.optional(), title: title.optional(), summary: summary.optional(), note: note.optional(), sortOrder: sortOrder.optional() }
export const chapterFields = {
  name: name.optional(), title: title.optional(), actId: link('act'), note: note.optional(), sortOrder: sortOrder.optional(),
  brief: z.strictObject(briefShape).optional().describe("Writer's brief; given fields change."),
}
export const threadFields = {
  storyPhaseId: link('phase'), name: name.optional(), title: title.optional(), isMainThread: z.boolean().optional().describe('Carries the main plot.'),
  status: ThreadStatus.optional().describe('State of the thread.'), miceType: MiceType.nullable().optional().describe('What closes the thread.'), summary: summary.optional(),
  tags: tags.optional(), writingTip: writingTip.optional(), note: note.optional(),
}
export const sceneFields = {
  threadId: ids.thread.optional(), chapterId: link('chapter'), title: title.optional(), status: SceneStatus.optional().describe('State of the scene.'),
  outcomeType: OutcomeType.nullable().optional().describe('Does the actor get it.'), pacingRole: PacingRole.nullable().optional().describe('Part in the rhythm.'),
  summary: summary.optional(), purpose: clearable(Long).optional().describe('Dramatic function.'), writingTip: writingTip.optional(), note: note.optional(),
  worldAnchor: worldAnchor.optional(), refs: refs.optional(),
}

export const fieldSchemas = {
  act: z.strictObject(actFields), phase: z.strictObject(actFields), chapter: z.strictObject(chapterFields), thread: z.strictObject(threadFields), scene: z.strictObject(sceneFields),
  promise: z.strictObject(promiseFields), decision: z.strictObject(decisionFields),
}
export type SavedKind = keyof typeof fieldSchemas
export type FieldsOf<K extends SavedKind> = z.output<(typeof fieldSchemas)[K]>
export const isSavedKind = (kind: string): kind is SavedKind => Object.hasOwn(fieldSchemas, kind)
