import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import type { SafePath, TextFile } from '../project/types'
import { planText } from './file-effect'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (how: { type: 'minor' | 'major' }) => void
/** What the young generation has given on to the old one, which only a full collection clears. */
const kept = (): number => getHeapSpaceStatistics().reduce((sum, one) => sum + (/old|large/.test(one.space_name) ? one.space_used_size : 0), 0)

const path: SafePath = { real: '/novel/a.md', shown: 'a.md', owner: 'novel', exists: true }
const LINE = '雪落了一夜，檐下的灯笼只剩半截红纸。\n'
const fileOf = (text: string): TextFile => ({ text, hash: 'h', bom: false, eol: 'lf', bytes: Buffer.byteLength(text) })
const CHANGES = 200
const TEXT = LINE.repeat(1_000)

it('the texts of a change are gone with it: its effect is not kept by the engine until a full collection', () => {
  // One change alone, so that what is loaded and compiled once is there.
  planText(path, fileOf(TEXT), `${TEXT}完\n`)
  collect({ type: 'major' })
  const before = kept()
  for (let n = 0; n < CHANGES; n += 1) {
    planText(path, fileOf(Buffer.from(`${n}\n${TEXT}`).toString('utf8')), `${n} 改\n${TEXT}`)
    if (n % 10 === 9) collect({ type: 'minor' })
  }
  collect({ type: 'minor' })
  collect({ type: 'minor' })
  expect((kept() - before) / CHANGES).toBeLessThan(TEXT.length)
})

it('an effect says how many characters there were and are, read twice, spread and stored', () => {
  const { effect } = planText(path, fileOf('一𠮷二\n'), '一二三四\n')
  const fields = [{ field: 'characters', from: 4, to: 5 }]
  expect([effect.fields, effect.fields, { ...effect }.fields, (JSON.parse(JSON.stringify(effect)) as typeof effect).fields]).toEqual([fields, fields, fields, fields])
  expect(Object.keys(JSON.parse(JSON.stringify(effect)) as object).toSorted()).toEqual(['action', 'after', 'before', 'fields', 'kind', 'preview', 'resolved', 'target'])
  expect(planText(path, null, '一\n').effect.fields).toEqual([{ field: 'characters', from: null, to: 2 }])
})
