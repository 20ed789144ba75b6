import { z } from 'zod'
import type { Effect } from '@shared/tool-result'
import { memoryLines, memoryText, type SubjectMemory } from '../../../subjects/subject-lines'
import type { Curation } from '../../../subjects/types'
import { defineTool } from '../../define-tool'
import { openSubjectFile, planSubject, subjectPathText, writeSubject, type SubjectFile, type SubjectPlan } from '../../subject-file'
import type { Prepared } from '../../types'

interface Plan { curation: Curation; shown: string; subjectPath: string; write: SubjectPlan | null; changed: number }

/** `subject_memory_update` of 07 §5: memory.curator works while the call is prepared, so that the card shows what will be written. */
export const subjectMemoryUpdate = defineTool({
  name: 'subject_memory_update',
  operation: 'subject.updateMemory',
  description: 'Give new facts to a subject of a simulation: a curator merges them into its memory, by topic and as the subject sees them. Nothing is written when the curator finds no way (needs_review).',
  input: z.strictObject({
    subjectPath: z.string().min(1).max(300).describe(subjectPathText),
    facts: z.array(z.string().min(1).max(4_000).regex(/\S/)).min(1).max(50).describe('What the subject has learned or now thinks, one fact each.'),
  }),
  risk: 'medium',
  mutates: true,
  gate: 'mode',
  result: 'action',
  needs: ['files', 'subjects'],
  async prepare({ subjectPath, facts }, { files, subjects }, { caller, signal }) {
    const file = await openSubjectFile(files, caller, subjectPath, 'memory', 'create')
    subjects.assertWritable()
    const { sessionId, callId } = caller
    const curation = await subjects.curate({ sessionId, callId, place: file.place, file: file.old, shown: file.path.shown, facts, signal })
    return planned(file, curation)
  },
  async run(plan, { subjects }, { caller, signal }) {
    const changes = plan.write === null ? [] : await writeSubject(plan.write, subjects, caller, signal)
    const { curation } = plan
    return { value: plan, changes, details: { status: curation.status, subjectPath: plan.subjectPath, attempts: curation.attempts, ...(curation.status === 'needs_review' ? { reason: curation.reason } : {}), ...(curation.status === 'updated' ? { changed: plan.changed } : {}) } }
  },
  say: ({ curation, shown, changed }) => {
    switch (curation.status) {
      case 'updated': return `updated: ${changed} topic${changed === 1 ? '' : 's'} of ${shown}.`
      case 'unchanged': return `unchanged: ${shown} holds this already.`
      case 'needs_review': return `needs_review: nothing was written to ${shown}, because ${curation.reason}. Tell the author, or give the facts one by one.`
    }
  },
})

/** What writes nothing needs no gate (05 §2). */
function planned(file: SubjectFile, curation: Curation): Prepared<Plan> {
  const plan = { curation, shown: file.path.shown, subjectPath: file.place.path, write: null, changed: 0 }
  if (curation.status !== 'updated') return { plan, effects: [], refine: { mutates: false, risk: 'low' } }
  const old = memoryLines(file.old?.text ?? '', file.path.shown)
  const fields = changedTopics(old.map(({ value }) => value), curation.memories)
  const { plan: write, effect } = planSubject(file, memoryText(curation.memories, old, file.old?.eol ?? 'lf'), fields)
  return { plan: { ...plan, write, changed: fields.length }, effects: [effect] }
}

/** Topics whose view or other names change, with what stood there; only their order: none. */
function changedTopics(before: readonly SubjectMemory[], after: readonly SubjectMemory[]): NonNullable<Effect['fields']> {
  const views = (list: readonly SubjectMemory[]): Map<string, string> => new Map(list.map(({ topic, aliases = [], view }) => [topic, aliases.length === 0 ? view : `${view} (${aliases.join(', ')})`]))
  const [old, next] = [views(before), views(after)]
  return [...new Set([...old.keys(), ...next.keys()])].filter((topic) => old.get(topic) !== next.get(topic)).map((topic) => ({ field: topic, from: old.get(topic) ?? null, to: next.get(topic) ?? null }))
}
