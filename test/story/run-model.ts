import fc from 'fast-check'
import { Twins } from './compare-model'
import { operation, type Operation } from './model-operations'

const save = (kind: 'act' | 'phase' | 'chapter' | 'thread' | 'scene' | 'promise' | 'decision', fields: Record<string, unknown>): Operation => ({ do: 'save', kind, action: 'create', id: null, fields })

/** A small story to begin with, so that random ids meet something. */
const beginning: Operation[] = [
  ...[1, 2].flatMap((n) => [save('act', { name: `n-${n}`, title: 'Act' }), save('phase', { name: `n-${n}`, title: 'Phase' })]),
  ...[1, 2, 3, 4, 5].map((n) => save('chapter', { name: `n-${n}`, title: `Chapter ${n}` })),
  save('thread', { name: 'n-1', title: 'Main', storyPhaseId: '1' }), save('thread', { name: 'n-2', title: 'Side' }),
  ...['1', '1', '2', null].map((chapterId, i) => save('scene', { threadId: String((i % 2) + 1), chapterId, title: `Scene ${i}` })),
  ...[1, 2].map((n) => save('promise', { name: `n-${n}`, title: 'Promise' })), ...[1, 2, 3].map((n) => save('decision', { name: `n-${n}`, title: 'Decision', question: 'Q?', options: [{ option: 'A' }, { option: 'B' }] })),
]

/** `stories` stories of 50 random operations each, product beside model; returns how many were carried out rather than refused. */
export function runModel(stories: number, seed?: number): number {
  let done = 0
  fc.assert(fc.property(fc.array(operation, { minLength: 50, maxLength: 50, size: 'max' }), (operations) => {
    const twins = new Twins()
    for (const each of [...beginning, ...operations]) twins.step(each)
    done += twins.done - beginning.length
    twins.real.db.close()
  }), { numRuns: stories, ...(seed === undefined ? {} : { seed }) })
  return done
}
