import { describe, expect, it } from 'vitest'
import { ProviderSpec } from '@shared/settings'
import { emptyModel, emptyService, modelFaults, modelOf, serviceFaults, serviceOf } from './model-form'

const good = { ...emptyService, name: 'mine', baseURL: 'http://127.0.0.1:9/v1', model: 'writer-1' }

describe('the form of a model service', () => {
  it('names each field that is wrong, and what is right gives what the settings take', () => {
    expect(serviceFaults(emptyService, [])).toEqual({ name: 'settings.wrong.empty', baseURL: 'settings.wrong.addressNeeded', model: 'settings.wrong.empty' })
    expect(serviceFaults(good, ['other'])).toEqual({})
    expect(() => ProviderSpec.parse(serviceOf(good))).not.toThrow()
    expect(serviceFaults({ ...good, kind: 'openai', baseURL: '' }, [])).toEqual({})
  })

  it.each(['我的', 'Mine', 'a b', 'x'.repeat(33)])('the short name %s is refused for its form', (name) => {
    expect(serviceFaults({ ...good, name }, [])).toEqual({ name: 'settings.wrong.name' })
  })

  it.each(['mine', 'demo'])('the used short name %s is refused: nothing is replaced', (name) => {
    expect(serviceFaults({ ...good, name }, ['mine'])).toEqual({ name: 'settings.wrong.nameTaken' })
  })

  it.each(['127.0.0.1:9', 'ftp://x/v1', 'http://', '不是地址'])('the address %s is refused', (baseURL) => {
    expect(serviceFaults({ ...good, baseURL }, [])).toEqual({ baseURL: 'settings.wrong.address' })
  })

  it('a model beside others: its name once, whole numbers, both prices or none', () => {
    const model = { ...emptyModel, model: 'mini' }
    expect(modelFaults(model, ['writer-1'])).toEqual({})
    expect(modelFaults(model, ['mini'])).toEqual({ model: 'settings.wrong.modelTaken' })
    expect(modelFaults({ ...model, context: '0', maxOutput: '1.5' }, [])).toEqual({ context: 'settings.wrong.count', maxOutput: 'settings.wrong.count' })
    expect(modelFaults({ ...model, input: '2' }, [])).toEqual({ output: 'settings.wrong.bothPrices' })
    expect(modelFaults({ ...model, input: '-2', output: '3' }, [])).toEqual({ input: 'settings.wrong.price' })
    expect(modelOf({ ...model, input: '2', output: '8', currency: 'usd' }).price).toEqual({ currency: 'USD', per: 1_000_000, input: 2, output: 8 })
    expect(modelOf(model).price).toBeUndefined()
  })
})
