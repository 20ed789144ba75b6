import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallInput, Output, ProcedureName } from '@shared/procedures'
import { routerOf } from '../../../test/tools/router-of'
import { openScriptBench, type ScriptBench } from '../../../test/tools/script-bench'
import type { Router } from './router'

/** Profiles as the window shows and writes them (04 §1, 09 §12), over a whole core. */
let bench: ScriptBench
let router: Router
beforeAll(async () => {
  bench = await openScriptBench()
  router = routerOf(bench.core)
})
afterAll(() => bench.close())

async function call<N extends ProcedureName>(name: N, input: Omit<CallInput<N>, 'project'>, as: 'human' | 'open' = 'human'): Promise<Output<N>> {
  const answer = await router.handle(name, { project: bench.runtime.project.slug, ...input }, as)
  if (!answer.ok) throw new Error(answer.fault.code)
  return answer.value as Output<N>
}
const place = (layer: 'global' | 'project', key: string): string => join(layer === 'global' ? bench.runtime.project.env.home : join(bench.runtime.project.dir, '.nbook'), 'profiles', `${key}.md`)
const builtIn = readFileSync(join(process.cwd(), 'resources/profiles/writer.md'), 'utf8')
const mine = builtIn.replace('You write the prose', 'Here we write the prose')
const fileOf = async (layer: 'product' | 'global' | 'project', key = 'writer') => (await call('profiles.show', { key })).files.find((file) => file.layer === layer)
const body = () => bench.runtime.profiles.get('writer').body.slice(0, 4)

describe('a project\'s own profile', () => {
  it('14.8 counts only with the content the author enabled: a later change waits for review, the built-in counts meanwhile', async () => {
    await call('profiles.save', { layer: 'project', key: 'writer', text: mine, baseHash: null, enable: false })
    expect([body(), await fileOf('project')]).toMatchObject(['You ', { standing: 'needs_review', enabled: false, diff: null }])
    expect((await call('profiles.overview', {})).profiles.find((one) => one.key === 'writer')).toMatchObject({ layer: 'product', waits: 'needs_review' })

    await call('profiles.enable', { key: 'writer', hash: (await fileOf('project'))?.hash ?? '' })
    expect([body(), (await fileOf('project'))?.standing, (await fileOf('product'))?.standing]).toEqual(['Here', 'used', 'replaced'])

    writeFileSync(place('project', 'writer'), mine.replace('Here we', 'There we'))
    expect(body()).toBe('You ')
    const changed = await fileOf('project')
    expect(changed).toMatchObject({ standing: 'needs_review', enabled: false })
    expect(changed?.diff).toMatch(/-.*Here we[\s\S]*\+.*There we/)
    await expect(call('profiles.enable', { key: 'writer', hash: 'x'.repeat(64) })).rejects.toThrow('STALE_READ')

    writeFileSync(place('project', 'writer'), mine)
    expect(body(), 'exactly what was enabled counts again').toBe('Here')
    await call('profiles.disable', { key: 'writer' })
    expect(body()).toBe('You ')
  })

  it('saved by the author with "use it" it counts at once; what does not parse, breaks the contract or is stale is not written', async () => {
    const base = (await fileOf('project'))?.hash ?? null
    await call('profiles.save', { layer: 'project', key: 'writer', text: mine.replace('Here we', 'Now we'), baseHash: base, enable: true })
    expect(body()).toBe('Now ')
    const now = (await fileOf('project'))?.hash ?? null
    const save = (text: string, baseHash = now, key = 'writer') => call('profiles.save', { layer: 'project', key, text, baseHash, enable: true })
    await expect(save(mine, base)).rejects.toThrow('STALE_READ')
    await expect(save('no front matter')).rejects.toThrow('PROFILE_BROKEN')
    await expect(save(mine.replace('required: [summary]', 'required: []'))).rejects.toThrow('PROFILE_CONTRACT')
    await expect(save(mine, null, '../writer')).rejects.toThrow('PROFILE_BROKEN')
    expect(body()).toBe('Now ')
    expect(await call('profiles.check', { layer: 'project', key: 'writer', text: mine.replace('tools: [', 'tools: [telepathy, ') })).toEqual({ fault: null, unknown: ['telepathy'], unknownRules: [] })
    expect((await call('profiles.check', { layer: 'project', key: 'writer', text: 'x' })).fault?.code).toBe('PROFILE_BROKEN')
  })

  it('set aside nothing is deleted, and the layer below counts', async () => {
    const { name } = await call('profiles.setAside', { layer: 'project', key: 'writer' })
    expect([body(), existsSync(place('project', 'writer')), existsSync(join(place('project', 'writer'), '..', name))]).toEqual(['You ', false, true])
    expect(await fileOf('project')).toBeUndefined()
  })

  it('no agent writes, enables or sets: the author\'s acts are refused to others', async () => {
    await expect(call('profiles.save', { layer: 'project', key: 'writer', text: mine, baseHash: null, enable: true }, 'open')).rejects.toThrow()
    await expect(call('profiles.setSettings', { layer: 'global', key: null, settings: {} }, 'open')).rejects.toThrow()
    expect(await fileOf('project')).toBeUndefined()
  })

  it('a link in the place of the folder or the file is not followed', async () => {
    const dir = join(bench.runtime.project.dir, '.nbook', 'profiles')
    const elsewhere = join(bench.runtime.project.env.home, 'elsewhere')
    mkdirSync(elsewhere)
    rmSync(dir, { recursive: true })
    symlinkSync(elsewhere, dir)
    await expect(call('profiles.save', { layer: 'project', key: 'mine', text: mine.replace('key: writer', 'key: mine'), baseHash: null, enable: false })).rejects.toThrow('PROFILE_LINK')
    expect(existsSync(join(elsewhere, 'mine.md'))).toBe(false)
    rmSync(dir)
  })
})

describe('whose changes can be proposals', () => {
  const proposing = async () => (await call('profiles.list', {})).proposing.toSorted()
  const scribe = builtIn.replace('key: writer', 'key: scribe').replace(/^pack: .*$/m, 'pack: both').replace(/^tools: .*$/m, 'tools: [read, Edit]')

  it('follows every change of what an assistant holds at once: its file, its settings, what was enabled, trust', async () => {
    expect(await proposing()).toEqual(['general-purpose', 'main'])
    await call('profiles.save', { layer: 'project', key: 'scribe', text: scribe, baseHash: null, enable: true })
    expect(await proposing()).toEqual(['general-purpose', 'main', 'scribe'])
    await call('projects.setTrust', { trusted: false })
    expect(await proposing()).toEqual(['general-purpose', 'main'])
    await call('projects.setTrust', { trusted: true })
    expect(await proposing()).toEqual(['general-purpose', 'main', 'scribe'])
    writeFileSync(place('project', 'scribe'), scribe.replace('[read, Edit]', '[read]'))
    expect(await proposing(), 'changed and not looked at').toEqual(['general-purpose', 'main'])
    await call('profiles.enable', { key: 'scribe', hash: (await fileOf('project', 'scribe'))?.hash ?? '' })
    expect(await proposing(), 'it holds neither').toEqual(['general-purpose', 'main'])
    await call('profiles.setSettings', { layer: 'global', key: 'main', settings: { gates: { deny: ['Write', 'Edit'] } } })
    expect(await proposing()).toEqual(['general-purpose'])
    await call('profiles.setSettings', { layer: 'global', key: 'main', settings: null })
    await call('profiles.setAside', { layer: 'project', key: 'scribe' })
    expect(await proposing()).toEqual(['general-purpose', 'main'])
  })
})

describe('the author\'s own profiles and settings', () => {
  it('a new profile in the author\'s folder is there for every novel; a broken one blocks only its key and says so', async () => {
    await call('profiles.save', { layer: 'global', key: 'scribe', text: builtIn.replace('key: writer', 'key: scribe'), baseHash: null, enable: false })
    expect((await call('profiles.show', { key: 'scribe' })).effective).toMatchObject({ layer: 'global', pack: 'nbook' })
    writeFileSync(place('global', 'scribe'), '---\nkey: [scribe\n---\n')
    const broken = await call('profiles.show', { key: 'scribe' })
    expect([broken.effective, broken.fault?.code, broken.files[0]?.standing]).toEqual([null, 'PROFILE_BROKEN', 'broken'])
    await call('profiles.setAside', { layer: 'global', key: 'scribe' })
    expect((await call('profiles.overview', {})).profiles.map((one) => one.key)).not.toContain('scribe')
  })

  it('a rule that names no tool bars nothing, and the file says so; paths and tools of servers are rules', async () => {
    const text = builtIn.replace('key: writer', 'key: scribe').replace(/^pack:/m, 'gates: {deny: [写文件, wrte, bash, "edit:manuscript/**", mcp__notes__add], ask: [apply_patch]}\npack:')
    expect(await call('profiles.check', { layer: 'global', key: 'scribe', text })).toMatchObject({ fault: null, unknownRules: ['写文件', 'wrte'] })
    await call('profiles.save', { layer: 'global', key: 'scribe', text, baseHash: null, enable: false })
    expect(await fileOf('global', 'scribe')).toMatchObject({ standing: 'used', unknownRules: ['写文件', 'wrte'] })
    await call('profiles.setAside', { layer: 'global', key: 'scribe' })
  })

  it('settings, low to high: file, common, by key, then the same of the project; gates only tighten, and the set follows at once', async () => {
    const effective = async () => (await call('profiles.show', { key: 'writer' })).effective
    const set = (layer: 'global' | 'project', key: string | null, settings: CallInput<'profiles.setSettings'>['settings']) => call('profiles.setSettings', { layer, key, settings })
    await set('global', null, { temperature: 0.2, maxSteps: 50, gates: { maxRisk: 'high', ask: ['edit'] } })
    await set('global', 'writer', { temperature: 0.4, model: 'demo/author', thinking: 'low', gates: { deny: ['bash'], writeGlobs: ['manuscript/**'] } })
    expect(await effective()).toMatchObject({ temperature: 0.4, maxSteps: 50, model: 'demo/author', thinking: 'low', gates: { maxRisk: 'high', ask: ['edit'], deny: ['bash'], writeGlobs: ['manuscript/**'] } })
    await set('project', null, { temperature: 0.6, gates: { maxRisk: 'medium' } })
    await set('project', 'writer', { maxSteps: 9, gates: { maxRisk: 'high', deny: ['edit'] } })
    expect(await effective()).toMatchObject({ temperature: 0.6, maxSteps: 9, gates: { maxRisk: 'medium', deny: ['bash', 'edit'] } })
    const grants = bench.runtime.pipeline.grants('writer', 'root')
    expect(['bash', 'edit'].map((name) => grants.find((one) => one.name === name))).toMatchObject([{ in: false, reason: 'denied' }, { in: false, reason: 'denied' }])
    await expect(set('global', 'writer', { model: 'nobody/none' })).rejects.toThrow('MODEL_UNKNOWN')
    for (const layer of ['global', 'project'] as const) for (const key of [null, 'writer']) await set(layer, key, null)
    expect(await effective()).toMatchObject({ temperature: null, maxSteps: 200, gates: { deny: [] } })
  })
})
