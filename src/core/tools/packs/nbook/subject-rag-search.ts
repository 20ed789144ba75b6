import { z } from 'zod'
import { defineTool } from '../../define-tool'
import { openSubjectFile, subjectPathText } from '../../subject-file'
import { sayJson } from './get-story-list'

/** `subject_rag_search` of 07 §5: one source at a time, by meaning alone. */
export const subjectRagSearch = defineTool({
  name: 'subject_rag_search',
  operation: 'subject.search',
  description: 'Find what a subject of a simulation went through (events) or holds to be so (memory), by meaning. Search each source by itself.',
  input: z.strictObject({
    subjectPath: z.string().min(1).max(300).describe(subjectPathText),
    query: z.string().min(1).max(2_000).regex(/\S/).describe('What it is about, in words.'),
    sources: z.array(z.enum(['events', 'memory'])).length(1).describe('Exactly one of them.'),
    limit: z.int().min(1).max(20).optional().describe('The most texts. When omitted: 6 events, 4 memories.'),
  }),
  risk: 'low',
  mutates: false,
  gate: 'none',
  result: 'content',
  caps: { timeoutMs: 120_000 },
  needs: ['files', 'subjects'],
  async prepare({ subjectPath, query, sources, limit }, { files }, { caller }) {
    const source = sources[0] ?? 'events'
    const file = await openSubjectFile(files, caller, subjectPath, source, 'read')
    return { plan: { file, query, limit: limit ?? (source === 'events' ? 6 : 4) }, effects: [] }
  },
  async run({ file, query, limit }, { subjects }, { signal }) {
    const { place, source, path, old } = file
    const results = await subjects.search({ place, source, file: old, shown: path.shown, query, limit, signal })
    const value = { subjectPath: place.path, source, results }
    return { value, changes: [], details: value }
  },
  say: sayJson,
})
