import { z } from 'zod'
import { defineTool } from '../../define-tool'

/** `request_user_input` of 04 §5: the run waits until the author has answered. */
export const requestUserInput = defineTool({
  name: 'request_user_input',
  operation: 'session.ask',
  description: 'Ask the author one or more questions and wait for the answers. Use when only the author can decide.',
  input: z.strictObject({
    questions: z.array(z.strictObject({
      header: z.string().min(1).max(80).optional().describe('A few words above the question. When omitted: none.'),
      question: z.string().min(1).max(2_000).describe('The question in full.'),
      options: z.array(z.strictObject({
        label: z.string().min(1).max(200).describe('What the author picks.'),
        description: z.string().max(1_000).optional().describe('What this choice means. When omitted: nothing more.'),
      })).max(20).optional().describe('Choices to pick from; the author may always write another answer. When omitted: free text.'),
    })).min(1).max(20).describe('The questions, answered together.'),
  }),
  risk: 'low',
  mutates: false,
  gate: 'none',
  result: 'action',
  roles: ['root'],
  needs: [],
  prepare: ({ questions }) => ({ plan: questions, effects: [] }),
  run: (questions) => ({ value: questions, changes: [], control: { kind: 'question', questions } }),
  say: (questions) => `Asked the author ${questions.length} question${questions.length === 1 ? '' : 's'}.`,
})
