import { expect, it } from 'vitest'
import { answersInGroups } from './answers-in-groups'

/** Answers, and a disk whose waits end when the test says. */
function desk() {
  const given: string[] = []
  const waits: { done(): void; fail(error: Error): void }[] = []
  const answers = answersInGroups((line) => given.push(line), () => new Promise<void>((done, fail) => { waits.push({ done, fail }) }))
  return { given, waits, answers }
}
const turn = () => new Promise((done) => setImmediate(done))

it('an answer is given when the disk has it, and all that were ready meanwhile share the next wait', async () => {
  const { given, waits, answers } = desk()
  for (const line of ['1', '2', '3']) await answers.add(line, true)
  await turn()
  expect([given, waits.length]).toEqual([[], 1])
  waits[0]?.done()
  await turn()
  expect([given, waits.length]).toEqual([['1'], 2])
  await answers.add('4', true)
  waits[1]?.done()
  await turn()
  expect([given, waits.length]).toEqual([['1', '2', '3'], 3])
  waits[2]?.done()
  await answers.end()
  expect(given).toEqual(['1', '2', '3', '4'])
})

it('what waits for nothing is given at once, or in its turn behind what waits', async () => {
  const { given, waits, answers } = desk()
  await answers.add('read', false)
  expect([given, waits.length]).toEqual([['read'], 0])
  await answers.add('write', true)
  await answers.add('read again', false)
  await turn()
  expect(given).toEqual(['read'])
  waits[0]?.done()
  await answers.end()
  expect([given, waits.length]).toEqual([['read', 'write', 'read again'], 1])
})

it('what the disk refuses is said, and none of it is given', async () => {
  const { given, waits, answers } = desk()
  await answers.add('1', true)
  await answers.add('2', true)
  await turn()
  waits[0]?.fail(new Error('EIO'))
  await expect(answers.end()).rejects.toThrow('EIO')
  expect(given).toEqual([])
})

it('many answers do not pile up: calls wait for the disk from time to time', async () => {
  const { given, waits, answers } = desk()
  const all = Array.from({ length: 1_000 }, (_, n) => `${n}`)
  const adding = (async () => { for (const line of all) await answers.add(line, true) })()
  await turn()
  expect([given, waits.length]).toEqual([[], 1])
  let over = false
  void adding.then(async () => { await answers.end(); over = true })
  while (!over) {
    waits.at(-1)?.done()
    await turn()
  }
  expect(given).toEqual(all)
  expect(waits.length).toBeLessThanOrEqual(2 * Math.ceil(all.length / 64))
})
