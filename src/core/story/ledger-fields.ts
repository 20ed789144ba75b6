import { z } from 'zod'
import { StoryId } from '@shared/ids'
import { Long } from '@shared/story'
import { AnchorKind, BeatKind, DecisionStatus, Importance, PromiseStatus } from '@shared/story-ledgers'
import { clearable, deadlineChapterId, distinct, ids, name, note, tags, textOf, title } from './field-words'

const option = textOf(500).describe('The option in words.')
const longOf = (words: string) => clearable(Long).optional().describe(words)
const targets = (words: string) => z.array(textOf(500)).max(100).optional().describe(words)

/** What a promise may be given, all optional; what an action requires is in `actions.ts` (02 §5, §12). */
export const promiseFields = {
  name: name.optional(), title: title.optional(), status: PromiseStatus.optional().describe('State of the promise.'), importance: Importance.optional().describe('Weight for the reader.'),
  summary: Long.optional().describe('What the reader was promised.'), payoffExpectation: longOf('Effect wanted at the payoff.'),
  cadenceChapters: z.int().min(1).max(1_000).nullable().optional().describe('Chapters between reminders.'), deadlineChapterId, tags: tags.optional(),
}

/** A beat is addressed by promise and scene (02 §5). */
export const beatFields = {
  promiseId: ids.promise.optional(), sceneId: ids.scene.optional(), kind: BeatKind.optional().describe('What the scene does with it.'), note: longOf("Author's private note."),
  autoFulfill: z.boolean().optional().describe('Payoff fulfils an open promise.'),
}

const anchor = z.strictObject({
  kind: AnchorKind.describe('What the question belongs to.'),
  id: StoryId.nullable().optional().describe('Id of that entity.'),
  path: textOf(500).nullable().optional().describe('Content path, kind content only.'),
}).describe('Where it belongs; replaced whole.')

export const decisionFields = {
  name: name.optional(), title: title.optional(), question: textOf(5_000).optional().describe('What is to be decided.'), status: DecisionStatus.optional().describe('State of the decision.'),
  options: z.array(z.strictObject({ option, note: longOf("Author's private note.") })).max(50).refine((list) => distinct(list.map((o) => o.option)), { message: 'names an option twice' }).optional()
    .describe('Possible answers; replaced whole.'),
  chosenOption: textOf(500).optional().describe('Option taken; the others become rejected.'), decision: longOf('The answer.'), motivation: longOf('Why this answer.'), risk: longOf('What it may cost.'),
  rejectedAlternatives: z.array(z.strictObject({ option, whyRejected: longOf('Why it was not taken.') })).max(50).optional().describe('Answers not taken; replaced whole.'),
  serves: targets('promise://, decision://, thread://, scene:// id, or path.'), dependsOn: targets('The same; what it rests on.'), supersededById: StoryId.nullable().optional().describe('Decision that replaces it.'),
  deadlineChapterId, anchor: anchor.optional(), note: note.optional(),
}

