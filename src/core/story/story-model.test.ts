import { expect, it } from 'vitest'
import { runModel } from '../../../test/story/run-model'

it('500 random operations give what a model of the specification gives (02 §5-§8)', () => {
  // A third at least must get through, or nothing much was compared.
  expect(runModel(10)).toBeGreaterThan(160)
}, 60_000)
