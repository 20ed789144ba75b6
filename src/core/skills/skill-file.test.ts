import { mkdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../../../test/project/make-project'
import { resourcesDir } from '../project/resources'
import { skillCatalog } from './catalog'
import { parseSkill } from './skill-file'
import { createSkillShelf } from './skill-shelf'

const parse = (text: string | Uint8Array, folder = 'a') => parseSkill(typeof text === 'string' ? Buffer.from(text) : text, folder)
const skill = (name: string, more = '', body = 'Do it.') => `---\nname: ${name}\ndescription: about ${name}\n${more}---\n${body}`

describe('SKILL.md (07 §7)', () => {
  it('reads every field; unknown keys are metadata; blocks work', () => {
    expect(parse('---\nname: a\ndescription: >\n  two\n  lines\nwhen_to_use:\n  - one\n  - two\nversion: 2\ndisable-model-invocation: yes\nallowed-tools: Read, Grep\nlocale: en\ntitle: |\n  The\n  title\n---\n\nBody\n')).toMatchObject({
      description: 'two lines', when: 'one; two', version: '2', hidden: true, allowedTools: ['Read', 'Grep'], priority: 100, locale: 'en', body: 'Body',
    })
  })
  it.each<[string, string | Uint8Array, string]>([
    ['another name (row 44)', skill('b'), 'its name is "b"'], ['no front matter', 'hello', 'front matter'], ['broken YAML', '---\nname: [a\n---\n', 'off'], ['not kebab', skill('A_b'), '/name'],
    ['no description', '---\nname: a\n---\n', '/description'], ['too long a description', `---\nname: a\ndescription: ${'x'.repeat(1_025)}\n---\n`, '/description'], ['not UTF-8', Buffer.concat([Buffer.from(skill('a')), Buffer.from([0xff])]), 'UTF-8'],
    ['too large', skill('a', '', 'x'.repeat(262_200)), '262144'], ['a twice', '---\nname: a\nname: a\ndescription: x\n---\n', 'off'],
  ])('%s is off', (_name, text, why) => { expect(() => parse(text)).toThrow(why) })
})

describe('the shelf', () => {
  const setUp = () => {
    const root = tempFolder()
    const place = (layer: string) => (layer === 'project' ? join(root, 'p/.nbook') : join(root, layer))
    const put = (layer: string, id: string, text: string): void => {
      mkdirSync(join(place(layer), 'skills', id), { recursive: true })
      writeFileSync(join(place(layer), 'skills', id, 'SKILL.md'), text)
    }
    const state = { trusted: true, off: [] as string[] }
    const shelf = createSkillShelf({ resources: join(root, 'product'), home: join(root, 'global'), projectDir: join(root, 'p'), trusted: () => state.trusted, off: () => state.off })
    return { root, put, state, shelf, place }
  }
  it('a later layer replaces the whole folder; a broken one takes its name and is off', () => {
    const { put, shelf, state } = setUp()
    put('product', 'a', skill('a'))
    put('product', 'b', skill('b', 'priority: 5\n'))
    put('global', 'a', skill('a', 'version: 2\n'))
    put('project', 'b', 'broken')
    expect(shelf.all().map((one) => [one.id, one.layer, one.error === null])).toEqual([['a', 'global', true], ['b', 'project', false]])
    expect(shelf.menu().map((one) => one.id)).toEqual(['a'])
    state.trusted = false
    expect(shelf.menu().map((one) => one.id)).toEqual(['b', 'a'])
    state.off = ['b']
    expect(shelf.menu().map((one) => one.id)).toEqual(['a'])
    expect(shelf.menu([]).map((one) => one.id)).toEqual([])
    expect(shelf.all().find((one) => one.id === 'b')?.off).toBe(true)
  })
  it('a file is read again when it changed, were it of the same length and time; others are not', () => {
    const { put, shelf, place } = setUp()
    put('global', 'a', skill('a', '', 'One.'))
    put('global', 'b', skill('b'))
    const [before, other] = [shelf.find('a'), shelf.find('b')]
    expect([shelf.find('a')?.text === before?.text, shelf.all().length]).toEqual([true, 2])
    const file = join(place('global'), 'skills/a/SKILL.md')
    const { atime, mtime } = statSync(file)
    put('global', 'a', skill('a', '', 'Two.'))
    utimesSync(file, atime, mtime)
    expect([shelf.find('a')?.text.body, shelf.find('a')?.hash === before?.hash, shelf.find('b')?.text === other?.text]).toEqual(['Two.', false, true])
    rmSync(file)
    expect(shelf.all().find((one) => one.id === 'a')).toMatchObject({ text: null, error: 'it has no SKILL.md that can be read.' })
  })
  it('those of a project that is not trusted are told apart', () => {
    const { put, shelf, state } = setUp()
    put('project', 'p', skill('p'))
    expect([shelf.all().map((one) => one.id), shelf.withheld()]).toEqual([['p'], []])
    state.trusted = false
    expect([shelf.all(), shelf.withheld().map((one) => one.id)]).toEqual([[], ['p']])
  })
  it('hidden ones are not offered; links out are off', () => {
    const { root, put, shelf, place } = setUp()
    put('global', 'quiet', skill('quiet', 'disable-model-invocation: on\n'))
    mkdirSync(join(place('global'), 'skills/out'))
    writeFileSync(join(root, 'secret.md'), skill('out'))
    symlinkSync(join(root, 'secret.md'), join(place('global'), 'skills/out/SKILL.md'))
    expect(shelf.menu()).toEqual([])
    expect(shelf.all().map((one) => [one.id, one.error])).toEqual([['out', 'SKILL.md leads outside its folder.'], ['quiet', null]])
  })
})

describe('the skills that come with the app', () => {
  const shelf = createSkillShelf({ resources: resourcesDir(), home: '/nowhere', projectDir: '/nowhere', trusted: () => false, off: () => [] })
  it('all work, each in both languages, each in the list of its language only', () => {
    const ids = shelf.all().map((one) => [one.id, one.error])
    expect(ids.filter(([, error]) => error !== null)).toEqual([])
    const english = shelf.menu().filter(({ text }) => text.locale === 'en').map(({ id }) => id)
    expect(english.length).toBeGreaterThanOrEqual(6)
    expect(shelf.menu().filter(({ text }) => text.locale === 'zh-CN').map(({ id }) => id)).toEqual(english.map((id) => `${id}-zh`))
    expect(skillCatalog(shelf.menu(), 'en', 'nbook')).not.toMatch(/\p{Script=Han}/u)
    expect(skillCatalog(shelf.menu(), 'zh-CN', 'noeta')).toContain('chapter-opening-zh（开章）'.replace('（', ' (').replace('）', ')'))
    expect(skillCatalog([], 'en', 'nbook')).toBe('')
  })
})
