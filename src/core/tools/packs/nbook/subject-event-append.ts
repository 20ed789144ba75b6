import { z } from 'zod'
import { appended, eventLines } from '../../../subjects/subject-lines'
import { defineTool } from '../../define-tool'
import { openSubjectFile, planSubject, subjectPathText, writeSubject } from '../../subject-file'

/** `subject_event_append` of 07 §5: all events are checked, then written behind the others at once. */
export const subjectEventAppend = defineTool({
  name: 'subject_event_append',
  operation: 'subject.appendEvents',
  description: 'Add what a subject of a simulation went through to its events, as that subject lived it. Use after a round, for what it will remember.',
  input: z.strictObject({
    subjectPath: z.string().min(1).max(300).describe(subjectPathText),
    events: z.array(z.strictObject({
      text: z.string().min(1).max(4_000).regex(/\S/).describe('What happened, in one or a few sentences.'),
      tick: z.union([z.int(), z.string().min(1).max(120)]).optional().describe('Number or name of the round. When omitted: none.'),
      time: z.string().min(1).max(200).optional().describe('When it happened, as the novel says it. When omitted: not told.'),
    })).min(1).max(100).describe('The events in their order.'),
  }),
  risk: 'medium',
  mutates: true,
  gate: 'mode',
  result: 'action',
  needs: ['files', 'subjects'],
  async prepare({ subjectPath, events }, { files }, { caller }) {
    const file = await openSubjectFile(files, caller, subjectPath, 'events', 'create')
    const old = eventLines(file.old?.text ?? '', file.path.shown)
    const fields = events.map(({ text, tick, time }, at) => ({ field: time ?? (tick === undefined ? `+${at + 1}` : String(tick)), from: null, to: text }))
    const { plan, effect } = planSubject(file, appended(file.old?.text ?? '', events, file.old?.eol ?? 'lf'), fields)
    return { plan: { ...plan, added: events.length, total: old.length + events.length }, effects: [effect] }
  },
  run: async (plan, { subjects }, { caller, signal }) => ({
    value: plan, changes: await writeSubject(plan, subjects, caller, signal),
    details: { subjectPath: plan.file.place.path, appended: plan.added, total: plan.total },
  }),
  say: ({ file, added, total }) => `Added ${added} event${added === 1 ? '' : 's'} to ${file.path.shown} (${total} now).`,
})
