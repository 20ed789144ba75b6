import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authorizePath } from './authorize'
import type { PathWorld } from './roots'
import type { PathRules } from '../types'

/** Steps 1, 4 and 5 of 06 §1.2: every character, name and folder they list. The other steps: `authorize.test.ts`. */
const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'wenqu-names-')))
let world: PathWorld
afterAll(() => { rmSync(workspace, { recursive: true, force: true }) })
beforeAll(() => {
  const dir = join(workspace, 'demo')
  mkdirSync(join(dir, '.nbook/skills'), { recursive: true })
  mkdirSync(join(workspace, 'home'))
  for (const file of ['project.yaml', '.nbook/skills/a.md', 'a.md']) writeFileSync(join(dir, file), 'kind: novel\ntitle: x\n')
  world = { own: { slug: 'demo', dir }, workspace, home: join(workspace, 'home'), opened: () => [{ slug: 'demo', dir }] }
})
const codeOf = async (path: string, use: PathRules['use']): Promise<string> => authorizePath(world, path, { use }).then(() => 'ok', (error: { fault?: { code: string } }) => error.fault?.code ?? String(error))
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at)
const hex = (point: number): string => `U+${point.toString(16).toUpperCase().padStart(4, '0')}`

describe('1: characters', () => {
  const refused = [...range(0x00, 0x1f), ...range(0x7f, 0x9f), 0x061c, 0x200b, 0x200e, 0x200f, ...range(0x2028, 0x202e), ...range(0x2066, 0x2069), 0xfeff, 0xd800, 0xdfff, 0x5c]
  it.each(refused.map((point) => [hex(point), String.fromCharCode(point)]))('%s is in no path', async (_name, char) => {
    for (const path of [`a${char}b.md`, `${char}a.md`, `ch/a.md${char}`]) expect([await codeOf(path, 'read'), await codeOf(path, 'create')]).toEqual(['PATH_INVALID', 'PATH_INVALID'])
  })
  it.each(['a\u00A0b', 'a\u3000b', 'a\u200Cb', 'a\u200Db', '\u{1F600}', '雪 夜', '%2e%2e', '%00', 'a~', 'ch/~a'])('%j is a name', async (path) => { expect(await codeOf(`${path}.md`, 'create')).toBe('ok') })
  it.each<[string, string, string]>([
    ['blank', '', 'PATH_INVALID'], ['white space', ' \t', 'PATH_INVALID'], ['~ first', '~', 'PATH_INVALID'], ['~user first', '~u/x', 'PATH_INVALID'], ['4,096 bytes', `${'a/'.repeat(2_047)}bb`, 'ok'], ['4,097 bytes', `${'a/'.repeat(2_047)}bbb`, 'PATH_INVALID'],
  ])('%s: %j is %s', async (_name, path, code) => { expect(await codeOf(path, 'create')).toBe(code) })
})

describe('4: names that every system can hold', () => {
  const devices = ['CON', 'PRN', 'AUX', 'NUL', 'CLOCK$', 'CONIN$', 'CONOUT$', ...['COM', 'LPT'].flatMap((port) => [...'0123456789¹²³'].map((digit) => `${port}${digit}`))]
  it.each(devices)('%s is a device, in any case and with any ending', async (name) => {
    for (const path of [name, name.toLowerCase(), `${name}.md`, `${name}.tar.gz`, `ch/${name}/x.md`]) expect([path, await codeOf(path, 'create')]).toEqual([path, 'PATH_NOT_PORTABLE'])
  })
  it.each([...'<>:"|?*'])('%s is in no name', async (char) => { expect(await codeOf(`a${char}b.md`, 'create')).toBe('PATH_NOT_PORTABLE') })
  it.each(['a.', 'a ', 'a./x.md', 'a /x.md', 'PROGRA~1', 'ab~12.md', 'a~1', 'abcdef~9999.txt'])('%j is not portable', async (path) => { expect(await codeOf(path, 'create')).toBe('PATH_NOT_PORTABLE') })
  it.each(['CONS', 'COM', 'COM10', 'LPTX.md', 'console.md', 'x.con', 'a..md', 'abcdefg~1', 'ab~12345', 'a~1.html', 'a~b'])('%j is', async (path) => { expect(await codeOf(path, 'create')).toBe('ok') })
  it.each<[string, string, number, string]>([['255 letters', 'x', 255, 'ok'], ['256 letters', 'x', 256, 'PATH_INVALID'], ['255 bytes of 字', '字', 85, 'ok'], ['258 bytes of 字', '字', 86, 'PATH_INVALID']])('a name of %s', async (_name, char, times, code) => { expect(await codeOf(char.repeat(times), 'create')).toBe(code) })
})

describe('5: what is protected, existing or not', () => {
  it.each(['.git', '.nbook', '.noeta'].flatMap((name) => [name, name.toUpperCase(), `${name.slice(0, 2)}\u00AD${name.slice(2)}`].flatMap((spelt) => [`${spelt}/x`, `ch/${spelt}/x`, `./ch/../${spelt}/x`])))('%j cannot be written', async (path) => {
    expect([await codeOf(path, 'write'), await codeOf(path, 'create')]).toEqual(['PATH_PROTECTED', 'PATH_PROTECTED'])
  })
  it.each(['.nbook/project.sqlite', '.nbook/sessions.sqlite-wal', '.nbook/x.sqlite-shm', '.NBOOK/X.SQLite', '.nbook/blobs/a', '.nbook/trash/a', '.nbook/backups/a', '.nbook/Blobs/none'])('%j cannot be read', async (path) => { expect(await codeOf(path, 'read')).toBe('PATH_PROTECTED') })
  it('the rest of .nbook can be read', async () => { expect(await codeOf('.nbook/skills/a.md', 'read')).toBe('ok') })
})
