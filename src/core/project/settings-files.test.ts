import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { tempFolder } from '../../../test/project/make-project'
import { checkFolder, syncedFolder } from './check-folder'
import { openConfigFile } from './config-store'
import { createEnv } from './env'
import { newManifest, parseManifest, withTitle } from './manifest'
import { defaultFolder, forgetOpened, noteOpened, noteWords, recentProjects } from './recent'
import { slugOf, freeSlug } from './slug'
import { decodeText, eolOf } from './text-file'
import { isTrusted, readTrust, setTrust } from './trust'
import { isSlug } from './paths/syntax'

const Schema = z.looseObject({ size: z.number().min(1).default(3) })

describe('a settings file', () => {
  it('has defaults, keeps unknown keys and tells of changes', async () => {
    const path = join(tempFolder(), 'deep/config.json')
    const file = openConfigFile(path, Schema)
    let told = 0
    file.onChange(() => (told += 1))
    expect(file.get()).toEqual({ value: { size: 3 }, error: null })
    await file.update((value) => ({ ...value, later: true }))
    writeFileSync(path, JSON.stringify({ size: 5, later: true }))
    expect(file.get().value).toEqual({ size: 5, later: true })
    await file.update((value) => ({ ...value, size: 6 }))
    expect([JSON.parse(readFileSync(path, 'utf8')), told]).toEqual([{ size: 6, later: true }, 3])
  })

  it.each([['{"size": ', 'JSON'], ['{"size": 0}', 'size']])('keeps the last good values while it says %j', async (broken, why) => {
    const path = join(tempFolder(), 'config.json')
    writeFileSync(path, '{"size": 7}')
    const file = openConfigFile(path, Schema)
    writeFileSync(path, `${broken} `)
    expect(file.get()).toMatchObject({ value: { size: 7 }, error: expect.stringContaining(why) })
    await expect(file.update((value) => value)).rejects.toMatchObject({ fault: { code: 'SETTING_FILE_BROKEN' } })
    expect(readFileSync(path, 'utf8')).toBe(`${broken} `)
    writeFileSync(path, '{"size": 8}')
    expect(file.get()).toEqual({ value: { size: 8 }, error: null })
    await expect(file.update(() => ({ size: -1 }))).rejects.toMatchObject({ fault: { code: 'SETTING_INVALID' } })
  })

  it('starts with the last good values when the file broke while nobody looked', async () => {
    const folder = tempFolder()
    const [path, good] = [join(folder, 'config.json'), join(folder, 'config.last-good.json')]
    await openConfigFile(path, Schema, good).update(() => ({ size: 9 }))
    await expect.poll(() => existsSync(good)).toBe(true)
    writeFileSync(path, '{"size": ')
    expect(openConfigFile(path, Schema, good).get()).toMatchObject({ value: { size: 9 }, error: expect.stringContaining('JSON') })
    expect(readFileSync(path, 'utf8')).toBe('{"size": ')
    writeFileSync(good, 'nonsense')
    expect(openConfigFile(path, Schema, good).get().value).toEqual({ size: 3 })
  })
})

describe('project.yaml', () => {
  it.each([
    ['kind: novel\ntitle: 雪\n', { kind: 'novel', title: '雪', locale: 'zh-CN' }],
    ['# mine\nkind: novel\ntitle: Snow\nlocale: en\nsummary: s\ncover: a.png\nextra: {x: 1}\n', { kind: 'novel', title: 'Snow', locale: 'en', summary: 's', cover: 'a.png' }],
    [newManifest({ title: 'a: "b" #c', locale: 'en' }), { kind: 'novel', title: 'a: "b" #c', locale: 'en' }],
  ])('%j', (text, wanted) => expect(parseManifest(text)).toEqual(wanted))

  it.each([['kind: novel\ntitle: [', 2], ['kind: poem\ntitle: x', 1], ['kind: novel\n\ntitle: ""', 3], ['', 1], [`kind: novel\ntitle: ${'长'.repeat(121)}`, 2], ['kind: novel\ntitle: x\nlocale: fr', 3]])('%j is refused with line %i', (text, line) => {
    expect(() => parseManifest(text)).toThrow(expect.objectContaining({ fault: expect.objectContaining({ code: 'PROJECT_MANIFEST_INVALID', data: { line } }) }))
  })

  it('keeps comments, order and unknown keys when renamed', () => {
    expect(withTitle('# top\nkind: novel # k\nx: 1\ntitle: old\ny: [1, 2]\n', '新')).toBe('# top\nkind: novel # k\nx: 1\ntitle: 新\ny: [ 1, 2 ]\n')
  })
})

describe('slugs', () => {
  it.each([
    ['雪夜', '雪夜'], ['  Snow  Night ', 'Snow-Night'], ['长安：雪', '长安：雪'], ['a/b\\c:d?', 'a-b-c-d'], ['CON', 'novel-CON'], ['workspace', 'novel-workspace'], ['...', 'novel'], ['', 'novel'], ['❄️雪', '❄️雪'], ['.hidden', 'hidden'],
  ])('%j is %j', (title, slug) => expect(slugOf(title)).toBe(slug))

  it.each(['? : " / \\', 'trail.', 'nul.txt', '长'.repeat(300), '👩‍👩‍👧‍👦'.repeat(80), 'a\u202Eb', 'LONGNA~1', 'x'.repeat(300), '\uD800', '~x', 'Workspace', 'aux.md '])('%j becomes a legal one', (title) => expect(isSlug(slugOf(title))).toBe(true))

  it('stays free', () => {
    const dir = tempFolder()
    mkdirSync(join(dir, '雪'))
    expect(freeSlug(dir, '雪')).toBe('雪-2')
  })
})

describe('trust', () => {
  it('is exact: no child, no moved folder; a corrupt list trusts nothing', async () => {
    const home = tempFolder()
    const env = createEnv(join(home, 'h'))
    const dir = join(home, 'novel')
    mkdirSync(join(dir, 'child'), { recursive: true })
    symlinkSync(dir, join(home, 'link'))
    await setTrust(env, join(home, 'link'), true)
    expect([isTrusted(env, dir), isTrusted(env, join(home, 'link')), isTrusted(env, join(dir, 'child')), isTrusted(env, home)]).toEqual([true, true, false, false])
    renameSync(dir, join(home, 'moved'))
    expect(isTrusted(env, join(home, 'moved'))).toBe(false)
    await setTrust(env, dir, false)
    expect(readTrust(env)).toEqual({ trusted: [], error: null })
    writeFileSync(join(env.home, 'trust.json'), '{"trusted": "all"}')
    expect(isTrusted(env, dir)).toBe(false)
    expect(readTrust(env).error).toContain('trust.json')
    await expect(setTrust(env, dir, true)).rejects.toMatchObject({ fault: { code: 'TRUST_INVALID' } })
  })
})

describe('recent projects', () => {
  it('come newest first, then what the default folder holds; missing ones are said to be', async () => {
    const env = createEnv(join(tempFolder(), 'h'))
    const found = join(defaultFolder(env), 'found')
    mkdirSync(found, { recursive: true })
    writeFileSync(join(found, 'project.yaml'), 'kind: novel\ntitle: 找到\n')
    mkdirSync(join(defaultFolder(env), 'no-project'))
    await noteOpened(env, { dir: '/gone/a', title: 'A', words: 5 })
    await noteOpened(env, { dir: '/gone/b', title: 'B', words: 1 })
    await noteOpened(env, { dir: '/gone/a', title: 'A2', words: null })
    expect(recentProjects(env).map(({ dir, title, words, missing }) => [dir, title, words, missing])).toEqual([['/gone/a', 'A2', 5, true], ['/gone/b', 'B', 1, true], [found, '找到', 0, false]])
    await forgetOpened(env, '/gone/a')
    expect(recentProjects(env)[0]?.dir).toBe('/gone/b')
  })

  it('changed at once by several windows loses none of it; the list of trusted folders neither', async () => {
    const env = createEnv(join(tempFolder(), 'h'))
    const names = ['a', 'b', 'c', 'd', 'e']
    await Promise.all(names.map((name) => noteOpened(env, { dir: `/gone/${name}`, title: name, words: 1 })))
    await Promise.all([...names.map((name, at) => noteWords(env, `/gone/${name}`, 10 + at)), forgetOpened(env, '/gone/c')])
    expect(recentProjects(env).map(({ title, words }) => `${title}${words}`).sort()).toEqual(['a10', 'b11', 'd13', 'e14'])
    await Promise.all(names.map((name) => setTrust(env, `/gone/${name}`, true)))
    expect(readTrust(env).trusted).toHaveLength(names.length)
  })
})

describe('the place of a new project', () => {
  it.each([
    ['/home/x/OneDrive - Firma/novel', 'OneDrive'], ['/home/x/Dropbox/n', 'Dropbox'], ['/Users/x/Library/Mobile Documents/n', 'iCloud'], ['/home/x/我的坚果云/n', '坚果云'], ['/home/x/Nutstore/1', '坚果云'], ['/g/Google Drive/n', 'Google Drive'],
    ['/home/x/novels', null], ['/home/x/dropboxes', null],
  ])('%s: %s', (dir, program) => expect(syncedFolder(dir)).toBe(program))

  it('is looked at, not made', async () => {
    const dir = tempFolder()
    expect(await checkFolder(join(dir, 'new/novel'))).toEqual({ writable: true, reason: null, synced: null, exists: false, empty: true })
    writeFileSync(join(dir, 'file'), '')
    expect(await checkFolder(dir)).toMatchObject({ writable: true, exists: true, empty: false })
    expect(await checkFolder(join(dir, 'file'))).toMatchObject({ writable: false })
    expect(await checkFolder(join(dir, 'file/sub'))).toMatchObject({ writable: false })
    expect(existsSync(join(dir, 'new'))).toBe(false)
    chmodSync(dir, 0o555)
    if (process.getuid?.() !== 0) expect(await checkFolder(join(dir, 'x'))).toMatchObject({ writable: false })
    chmodSync(dir, 0o755)
  })
})

describe('text', () => {
  it.each([['a\nb', 'lf'], ['a\r\nb\r\n', 'crlf'], ['a\r\nb\n', 'crlf'], ['a\r\nb\nc\n', 'lf'], ['a\rb', 'lf'], ['', 'lf']])('%j has %s', (text, eol) => expect(eolOf(text)).toBe(eol))

  it.each<[string, Buffer, string]>([
    ['NUL', Buffer.from('a\0b'), 'NOT_TEXT'], ['UTF-16', Buffer.from([0xff, 0xfe, 0x16, 0x4f, 0x00, 0x4e]), 'NOT_UTF8'], ['GBK', Buffer.from('cbfbcbb5', 'hex'), 'NOT_UTF8'], ['an overlong form', Buffer.from([0xc0, 0xaf]), 'NOT_UTF8'], ['a surrogate', Buffer.from([0xed, 0xa0, 0x80]), 'NOT_UTF8'],
  ])('%s is refused', (_name, bytes, wanted) => expect(() => decodeText(bytes, 'a.md')).toThrow(wanted))

  it('is read without its BOM', () => expect(decodeText(Buffer.from('\uFEFFa\r\n'), 'a.md')).toMatchObject({ text: 'a\r\n', bom: true, eol: 'crlf', bytes: 6 }))
  it('of only a BOM is empty', () => expect(decodeText(Buffer.from('\uFEFF'), 'a.md')).toMatchObject({ text: '', bom: true }))
})
