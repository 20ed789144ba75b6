import { z } from 'zod'
import { defineTool } from '../../define-tool'

/** `AskUserQuestion` of 04 §5: suspends until the author has answered every question. */
export const askUserQuestion = defineTool({
  name: 'AskUserQuestion',
  operation: 'session.askOptions',
  description: 'Ask the author up to four questions with two to four choices each, and wait. Use when the choice is the author\'s and cannot be looked up.\n\nIt must be the only call of its reply.',
  input: z.strictObject({
    questions: z.array(z.strictObject({
      question: z.string().min(1).max(500).describe('The question in full.'),
      header: z.string().min(1).max(12).describe('A word or two above it.'),
      options: z.array(z.strictObject({
        label: z.string().min(1).max(80).describe('What the author picks; unique among the choices.'),
        description: z.string().max(300).describe('What this choice means.'),
      })).min(2).max(4).describe('The choices; the author may always write another answer.'),
      multiSelect: z.boolean().describe('May several be picked?'),
    })).min(1).max(4).describe('The questions, answered together.'),
  }),
  check: ({ questions }) => questions.flatMap(({ options }, n) => options.flatMap(({ label }, at) => (options.findIndex((one) => one.label === label) < at ? [{ pointer: `/questions/${n}/options/${at}/label`, message: `actual ${JSON.stringify(label)}; expected a label that no other choice has.` }] : []))),
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
