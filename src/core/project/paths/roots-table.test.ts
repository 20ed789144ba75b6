import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authorizePath } from './authorize'
import type { PathWorld } from './roots'
import type { PathRules } from '../types'

/** 06 §1.1: what may be read and written below each root, and nothing beside them. */
const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'wenqu-roots-')))
const at = (...parts: string[]): string => join(workspace, ...parts)
const world: PathWorld = { own: { slug: 'demo', dir: at('demo') }, workspace, home: at('home'), opened: () => [{ slug: 'demo', dir: at('demo') }, { slug: 'near', dir: at('near') }] }
beforeAll(() => {
  for (const slug of ['demo', 'near', 'closed']) {
    mkdirSync(at(slug, '.nbook'), { recursive: true })
    writeFileSync(at(slug, 'project.yaml'), 'kind: novel\ntitle: x\n')
    writeFileSync(at(slug, 'a.md'), 'x')
  }
  for (const folder of ['home/skills/s', 'skill', 'reading', 'writing', 'beside']) { mkdirSync(at(folder), { recursive: true }); writeFileSync(at(folder, 'a.md'), 'x') }
})
afterAll(() => { rmSync(workspace, { recursive: true, force: true }) })

const given: Omit<PathRules, 'use'> = { readRoots: [at('skill'), at('reading')], writeRoots: [at('writing')] }
const codeOf = async (path: string, use: PathRules['use'], more: Omit<PathRules, 'use'> = given): Promise<string> => authorizePath(world, path, { ...more, use }).then(() => 'yes', (error: { fault?: { code: string } }) => error.fault?.code ?? String(error))

describe('06 §1.1', () => {
  it.each<[root: string, path: string, read: string, write: string]>([
    ['the session’s project', 'a.md', 'yes', 'yes'], ['the session’s project by its address', 'workspace/demo/a.md', 'yes', 'yes'], ['the session’s project, absolute', at('demo/a.md'), 'yes', 'yes'],
    ['another opened project by its address', 'workspace/near/a.md', 'yes', 'yes'], ['another opened project, absolute', at('near/a.md'), 'PATH_OUTSIDE', 'PATH_OUTSIDE'], ['another opened project by dots', '../near/a.md', 'PATH_OUTSIDE', 'PATH_OUTSIDE'],
    ['a closed project', 'workspace/closed/a.md', 'PROJECT_NOT_OPEN', 'PROJECT_NOT_OPEN'],
    ['a catalogued skill', at('skill/a.md'), 'yes', 'PATH_READ_ONLY'], ['a folder of read_roots', at('reading/a.md'), 'yes', 'PATH_READ_ONLY'], ['a folder of write_roots', at('writing/a.md'), 'yes', 'yes'],
    ['nothing else', at('beside/a.md'), 'PATH_OUTSIDE', 'PATH_OUTSIDE'], ['a name that only begins like a root', at('writing-2/a.md'), 'PATH_OUTSIDE', 'PATH_OUTSIDE'],
  ])('%s, %s: read %s, write %s', async (_root, path, read, write) => { expect([await codeOf(path, 'read'), await codeOf(path, 'write')]).toEqual([read, write]) })

  it('the exception: an absolute path may be read anywhere but below /proc, /sys, /dev; never written', async () => {
    const anywhere: Omit<PathRules, 'use'> = { readRoots: ['/'] }
    expect(await Promise.all(['/etc/hosts', at('beside/a.md'), '/proc/self/environ', '/sys/kernel', '/dev/null', '../beside/a.md'].map((path) => codeOf(path, 'read', anywhere)))).toEqual(['yes', 'yes', 'PATH_OUTSIDE', 'PATH_OUTSIDE', 'PATH_OUTSIDE', 'PATH_OUTSIDE'])
    expect(await codeOf('/etc/hosts', 'write', anywhere)).toBe('PATH_READ_ONLY')
  })
  it('no roots, an empty one and a relative one give nothing', async () => {
    for (const writeRoots of [[], [''], ['.'], ['writing'], ['../writing']]) expect(await codeOf(at('writing/a.md'), 'write', { writeRoots })).toBe('PATH_OUTSIDE')
  })
})
