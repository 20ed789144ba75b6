import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallInput, Output, ProcedureName } from '@shared/procedures'
import type { ProviderSpec } from '@shared/settings'
import { routerOf } from '../../../test/tools/router-of'
import { openScriptBench, type ScriptBench } from '../../../test/tools/script-bench'
import type { Router } from './router'

/** Models as the window adds and removes them (04 §8), over a whole core. */
let bench: ScriptBench
let router: Router
beforeAll(async () => {
  bench = await openScriptBench()
  router = routerOf(bench.core)
})
afterAll(() => bench.close())

async function call<N extends ProcedureName>(name: N, input: CallInput<N>): Promise<Output<N>> {
  const answer = await router.handle(name, input, 'human')
  if (!answer.ok) throw new Error(`${answer.fault.code} ${answer.fault.pointer ?? ''}`)
  return answer.value as Output<N>
}
const model = { context: 65_536, maxOutput: 8_192, tools: true, parallelTools: true, vision: false, reasoning: 'none', structured: false, cache: 'auto' }
const spec = (...names: string[]): ProviderSpec => ({ kind: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1', key: 'keychain:mine', timeoutMs: 600_000, models: Object.fromEntries(names.map((name) => [name, model])) })
const models = async () => (await call('settings.get', {})).config.models

describe('models of a service', () => {
  it('a used short name, and a used model name, replace nothing', async () => {
    await call('settings.setProvider', { name: 'mine', spec: spec('big'), isNew: true })
    await expect(call('settings.setProvider', { name: 'mine', spec: spec('mini'), isNew: true })).rejects.toThrow('SETTING_INVALID /name')
    await call('settings.addModel', { provider: 'mine', model: 'mini', spec: model })
    await expect(call('settings.addModel', { provider: 'mine', model: 'big', spec: { ...model, context: 1 } })).rejects.toThrow('SETTING_INVALID /model')
    await expect(call('settings.addModel', { provider: 'other', model: 'big', spec: model })).rejects.toThrow('SETTING_INVALID /provider')
    expect((await models()).providers['mine']?.models).toEqual({ big: model, mini: model })
  })

  it('who would miss a model is known before it goes, and the choices that named it are empty after', async () => {
    await call('settings.setModels', { default: 'mine/big', small: 'mine/mini', visible: [{ model: 'mine/big' }, { model: 'mine/mini' }] })
    const project = bench.runtime.project.slug
    await call('profiles.setSettings', { project, layer: 'global', key: 'writer', settings: { model: 'mine/big' } })
    const session = await call('sessions.create', { project, profileKey: 'leader.default' })
    await call('sessions.configure', { project, sessionId: session.id, model: 'mine/big' })
    expect(await call('models.uses', { provider: 'mine', model: 'big' })).toEqual({ default: true, small: false, embedding: false, profiles: ['writer'], novels: [], conversations: 1 })
    expect(await call('models.uses', { provider: 'mine', model: 'mini' })).toMatchObject({ default: false, small: true, profiles: [], conversations: 0 })
    expect(await call('models.uses', { provider: 'mine', model: null })).toMatchObject({ default: true, small: true, profiles: ['writer'], conversations: 1 })

    await call('settings.removeModel', { provider: 'mine', model: 'big' })
    expect(await models()).toMatchObject({ default: null, small: 'mine/mini', visible: [{ model: 'mine/mini' }], providers: { mine: { models: { mini: model } } } })
    await call('settings.removeProvider', { name: 'mine' })
    expect(await models()).toMatchObject({ default: null, small: null, visible: [], providers: {} })
  })
})

describe('proposals', () => {
  it('are promised of assistants that hold Write or Edit alone (06 §4)', async () => {
    const { proposing } = await call('profiles.list', { project: bench.runtime.project.slug })
    expect(proposing.toSorted()).toEqual(['general-purpose', 'main'])
  })
})
