import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleChild } from '../../../test/model-server/bundle-child'
import type { Op } from '../../../test/faults/changes'
import { compileFaults, copyOf, makeTemplate, removeCopy, reopenAndCheck, startSaver, stateOf, type Place } from '../../../test/faults/harness'

const root = mkdtempSync(join(tmpdir(), 'wenqu-faults-'))
const library = compileFaults(root)
let template: Place
let script = ''
beforeAll(async () => {
  template = await makeTemplate(join(root, 'template'))
  script = await bundleChild('test/faults/saver.ts')
})
afterAll(() => {
  rmSync(root, { recursive: true, force: true })
  rmSync(dirname(script), { recursive: true, force: true })
})

const withSaver = async <T>(work: (saver: Awaited<ReturnType<typeof startSaver>>, place: Place) => Promise<T>): Promise<T> => {
  const place = copyOf(template)
  try {
    const saver = await startSaver(place, library ?? '', script)
    try {
      return await work(saver, place)
    } finally {
      await saver.close()
    }
  } finally {
    removeCopy(place)
  }
}

/** Everything one change does to files of the project, in order. */
const listed = (op: Op): Promise<string[]> => withSaver(async (saver) => {
  expect(await saver.order({ op, n: 1, fault: 'note/0' })).toEqual({ how: 'ok' })
  const calls = saver.log()
  // What goes by way of a held folder is among them: else most of a change would be left out without a word.
  for (const name of ['create', 'link', 'rename', 'unlink', 'fsync']) expect(calls.some((call) => call.startsWith(`${name} `) && !call.includes('/.nbook/')), `${name} of a text`).toBe(true)
  return calls
})

const two = async (work: readonly (() => Promise<void>)[]): Promise<void> => {
  const queue = [...work]
  await Promise.all([0, 1].map(async () => { for (let next = queue.shift(); next !== undefined; next = queue.shift()) await next() }))
}

describe.skipIf(library === null)('a fault at each write, fsync, rename, link, unlink and create (DL-01, DL-03)', () => {
  it.each<[Op]>([['chapter'], ['patch'], ['journal']])('%s: killed there, or with half the bytes written: old or new, never else', async (op) => {
    const calls = await listed(op)
    const seen = { old: 0, new: 0, torn: 0 }
    const kill = (fault: string) => withSaver(async (saver, place) => {
      const how = await saver.order({ op, n: 1, fault })
      if (how !== 'killed') return expect(how, fault).toEqual({ how: 'ok' })
      seen[await reopenAndCheck(place, op)] += 1
    })
    await two(calls.flatMap((call, at) => [() => kill(`kill/${at + 1}`), ...(/^p?write /.test(call) ? [async () => { seen.torn += 1; await kill(`torn/${at + 1}`) }] : [])]))
    process.stderr.write(`${op}: ${calls.length} calls, killed runs that left the old ${seen.old}, the new ${seen.new}; of them torn writes ${seen.torn}\n`)
    expect(seen.old).toBeGreaterThan(0)
    expect(seen.new).toBeGreaterThan(0)
  }, 1_800_000)

  it.each<[Op, number, string]>([['chapter', 28, 'ENOSPC'], ['chapter', 5, 'EIO'], ['journal', 28, 'ENOSPC'], ['journal', 5, 'EIO'], ['patch', 28, 'ENOSPC'], ['patch', 5, 'EIO']])('%s: %i (%s) there: never "saved" without the new bytes, old bytes otherwise, and saving works again', async (op, error) => {
    const calls = await listed(op)
    const seen = { refused: 0, carried: new Map<string, number>() }
    const fail = (at: number) => withSaver(async (saver, place) => {
      const how = await saver.order({ op, n: 1, fault: `${error}/${at + 1}` })
      expect(how, calls[at]).not.toBe('killed')
      if (how === 'killed') return
      const state = stateOf(place.dir, op, 0, 1)
      expect(state, `${calls[at]}: ${how.how}`).toBe(how.how === 'ok' ? 'new' : 'old')
      if (how.how === 'ok') {
        const what = (calls[at] ?? '').replace(place.dir, '').replace(/[0-9a-f]{16,}|[0-9A-Z]{20,}/g, '…')
        seen.carried.set(what, (seen.carried.get(what) ?? 0) + 1)
        return
      }
      seen.refused += 1
      expect(await saver.order({ op, n: 1, fault: 'off/0' }), calls[at]).toEqual({ how: 'ok' })
      expect(stateOf(place.dir, op, 0, 1)).toBe('new')
    })
    await two(calls.map((_call, at) => () => fail(at)))
    process.stderr.write(`${op}, errno ${error}: ${calls.length} calls, refused ${seen.refused}, carried out all the same ${JSON.stringify([...seen.carried])}\n`)
    expect(seen.refused).toBeGreaterThan(0)
  }, 1_800_000)
})
