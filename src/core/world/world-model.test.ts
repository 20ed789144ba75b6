import { expect, it } from 'vitest'
import { historiesAgree } from '../../../test/world/histories'

it('states from kept ones are those of a fold from the beginning, over random histories (03 §4)', () => {
  // The same histories each time: some of them must be long enough to keep states, or nothing was compared. Others are in the deep run.
  expect(historiesAgree(4, 36, 7)).toBeGreaterThan(2)
}, 120_000)
