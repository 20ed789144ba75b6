import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findElectron, installedOfficial } from '../../scripts/setup/electron-runtime.mjs'

type Place = string | undefined
const machine = (has: { chosen?: boolean; official?: Place; cached?: Place; download?: Place; fetch?: Place }) => {
  const asked: string[] = []
  const said: string[] = []
  const answer = (name: string, place: Place) => () => {
    asked.push(name)
    return place
  }
  return {
    asked,
    said,
    exists: () => Boolean(has.chosen),
    installedOfficial: answer('official', has.official),
    cachedFallback: answer('cached', has.cached),
    downloadOfficial: answer('download', has.download),
    fetchFallback: answer('fetch', has.fetch),
    say: (line: string) => said.push(line),
  }
}
const find = (seams: ReturnType<typeof machine>, env = {}) => findElectron({ node26: '/n/node', env }, seams)

describe('which Electron opens the window', () => {
  it.each([
    ['the installed official one', { official: '/o' }, { path: '/o', kind: 'official' }, ['official']],
    ['a fallback fetched before', { cached: '/c' }, { path: '/c', kind: 'fallback' }, ['official', 'cached']],
    ['an official download', { download: '/d' }, { path: '/d', kind: 'official' }, ['official', 'cached', 'download']],
    ['the fallback where that is refused', { fetch: '/f' }, { path: '/f', kind: 'fallback' }, ['official', 'cached', 'download', 'fetch']],
  ])('%s', async (_name, has, expected, asked) => {
    const seams = machine(has)
    expect(await find(seams)).toEqual(expected)
    expect(seams.asked).toEqual(asked)
    expect(seams.said.some((line) => line.includes('trials and tests'))).toBe(expected.kind === 'fallback')
  })

  it("takes the author's choice before anything else", async () => {
    const seams = machine({ chosen: true, official: '/o' })
    expect(await find(seams, { WENQU_ELECTRON: '/mine' })).toEqual({ path: '/mine', kind: 'chosen' })
    expect(seams.asked).toEqual([])
  })

  it('says when that choice is not there', async () => {
    await expect(find(machine({ official: '/o' }), { WENQU_ELECTRON: '/mine' })).rejects.toMatchObject({ message: 'WENQU_ELECTRON names a file that is not there: /mine', command: 'unset WENQU_ELECTRON' })
  })

  it('names the one command when nothing is left to try', async () => {
    await expect(find(machine({}))).rejects.toMatchObject({ name: 'SetupProblem', command: expect.stringMatching(/^\/n\/node .*install\.js$/) })
  })
})

describe('the official runtime', () => {
  let folder: string
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'wenqu-official-'))
    mkdirSync(join(folder, 'dist'))
    write('package.json', '{ "version": "45.5.0" }')
    write('dist/version', 'v45.5.0')
    write('dist/electron', '')
    write('path.txt', 'electron')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is complete', () => expect(installedOfficial(folder)).toBe(join(folder, 'dist', 'electron')))

  it.each([['path.txt'], ['dist/version'], ['dist/electron'], ['package.json']])('is not there without %s', (name) => {
    rmSync(join(folder, name))
    expect(installedOfficial(folder)).toBeUndefined()
  })

  it('is not there in another version', () => {
    write('dist/version', '44.0.0')
    expect(installedOfficial(folder)).toBeUndefined()
  })
})
