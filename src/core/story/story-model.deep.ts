import { expect, it } from 'vitest'
import { runModel } from '../../../test/story/run-model'

it('5,000 random operations give what a model of the specification gives (02 §5-§8)', () => {
  expect(runModel(100)).toBeGreaterThan(1_600)
})
