import { execFileSync } from 'node:child_process'
import { existsSync, linkSync, mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { tempFolder } from '../../../../test/project/make-project'
import { authorizePath } from './authorize'
import { below } from './contain'
import { judgePath } from './judge'
import type { PathWorld } from './roots'
import type { PathRules } from '../types'

/** The workspace of 06 §10: P = demo, old is closed, near is open, secret.txt is outside. */
let workspace: string
let world: PathWorld
const P = (...more: string[]): string => join(workspace, 'demo', ...more)

beforeEach(() => {
  workspace = tempFolder()
  for (const slug of ['demo', 'old', 'near', 'demo-old']) {
    mkdirSync(join(workspace, slug, '.nbook/skills/s'), { recursive: true })
    writeFileSync(join(workspace, slug, 'project.yaml'), 'kind: novel\ntitle: x\n')
  }
  mkdirSync(join(workspace, 'home/skills'), { recursive: true })
  writeFileSync(join(workspace, 'home/skills/a.md'), 'x')
  writeFileSync(join(workspace, 'secret.txt'), 'canary')
  writeFileSync(join(workspace, 'demo-old/x.md'), 'x')
  writeFileSync(join(workspace, 'near/n.md'), 'x')
  mkdirSync(P('ch'))
  mkdirSync(P('.git'))
  for (const file of ['a.md', 'ch/one.md', '.nbook/project.sqlite', '.nbook/skills/s/SKILL.md', '%2e%2e.md', '.nbook/config.json']) writeFileSync(P(file), 'x')
  world = {
    own: { slug: 'demo', dir: P() }, workspace, home: join(workspace, 'home'),
    opened: () => [{ slug: 'demo', dir: P() }, { slug: 'near', dir: join(workspace, 'near') }],
  }
})

const codeOf = async (path: string, rules: PathRules): Promise<string> =>
  authorizePath(world, path, rules).then((place) => `ok ${place.shown}`, (error: { fault?: { code: string } }) => error.fault?.code ?? String(error))

describe('authorization by the ten steps', () => {
  it.each<[PathRules['use'], string, string]>([
    // 06 §10 rows 11-18
    ['read', '../secret.txt', 'PATH_OUTSIDE'], ['read', '/etc/hosts', 'PATH_OUTSIDE'],
    ['read', 'a/..\\..\\secret.txt', 'PATH_INVALID'], ['read', '~/.ssh/id_rsa', 'PATH_INVALID'], ['read', 'ch\0.md', 'PATH_INVALID'],
    ['read', 'workspace/old/x.md', 'PROJECT_NOT_OPEN'],
    ['create', 'CON', 'PATH_NOT_PORTABLE'], ['create', 'a.md:s', 'PATH_NOT_PORTABLE'], ['create', 'a.md.', 'PATH_NOT_PORTABLE'], ['read', 'PROGRA~1', 'PATH_NOT_PORTABLE'],
    ['write', '.nbook/config.json', 'PATH_PROTECTED'], ['write', '.git/config', 'PATH_PROTECTED'], ['read', '.NBOOK/Project.SQLite', 'PATH_PROTECTED'],
    ['read', '.nbook/skills/s/SKILL.md', 'ok .nbook/skills/s/SKILL.md'], ['write', '.nbook/skills/s/SKILL.md', 'PATH_PROTECTED'],
    // cases 2A
    ['read', 'workspace/demo/../../secret.txt', 'PATH_OUTSIDE'], ['read', '%2e%2e/secret.txt', 'NOT_FOUND'], ['read', '%2e%2e.md', 'ok %2e%2e.md'],
    ['read', 'workspace/demo-old/x.md', 'PROJECT_NOT_OPEN'], ['read', '../demo-old/x.md', 'PATH_OUTSIDE'],
    ['create', 'nul.md', 'PATH_NOT_PORTABLE'], ['create', 'a.md ', 'PATH_NOT_PORTABLE'], ['create', 'C:x', 'PATH_NOT_PORTABLE'], ['create', '\\\\?\\C:\\x', 'PATH_INVALID'],
    ['create', 'COM¹.txt', 'PATH_NOT_PORTABLE'], ['create', 'lpt9', 'PATH_NOT_PORTABLE'], ['create', 'ch/a?.md', 'PATH_NOT_PORTABLE'],
    ['create', 'a\nb.md', 'PATH_INVALID'], ['create', 'a\u202Eb.md', 'PATH_INVALID'], ['create', 'a\u001Bb.md', 'PATH_INVALID'], ['create', 'a\u0085b', 'PATH_INVALID'], ['create', 'a\u200Bb', 'PATH_INVALID'],
    ['create', '\uD800.md', 'PATH_INVALID'], ['read', '  ', 'PATH_INVALID'], ['create', 'x'.repeat(256), 'PATH_INVALID'], ['create', '字'.repeat(86), 'PATH_INVALID'],
    ['create', `${'a/'.repeat(2_049)}b`, 'PATH_INVALID'],
    // addresses
    ['read', 'workspace/near/n.md', 'ok workspace/near/n.md'], ['read', 'workspace/demo/a.md', 'ok a.md'], ['read', 'workspace/demo', 'PATH_INVALID'], ['read', 'workspace', 'PATH_INVALID'],
    ['read', 'workspace/.nbook/x', 'PATH_PROTECTED'], ['read', 'workspace/none/x', 'PROJECT_NOT_FOUND'], ['read', 'workspace/../x', 'PATH_INVALID'], ['read', 'demo/a.md', 'PATH_OWN_SLUG'],
    ['create', './workspace/x/y.md', 'ok workspace/x/y.md'],
    // containment
    ['read', 'ch/../../demo/a.md', 'PATH_OUTSIDE'], ['read', 'ch/../a.md', 'ok a.md'], ['read', './ch//one.md', 'ok ch/one.md'],
    // protected, folded
    ['write', 'ch/.GIT/hooks/x', 'PATH_PROTECTED'], ['write', '.noeta/x', 'PATH_PROTECTED'], ['create', '.nboo\u212A/x', 'PATH_PROTECTED'], ['create', '.g\u00ADit/x', 'PATH_PROTECTED'], ['create', '.gıt/x', 'PATH_PROTECTED'],
    ['read', '.nbook/sessions.sqlite-wal', 'PATH_PROTECTED'], ['read', '.nbook/blobs/aa/bb', 'PATH_PROTECTED'], ['read', '.nbook/Trash/x', 'PATH_PROTECTED'], ['read', '.nbook/backups', 'PATH_PROTECTED'],
    // kinds, missing, collisions
    ['read', 'ch', 'NOT_A_FILE'], ['read', 'a.md/x', 'NOT_A_FILE'], ['write', '.', 'NOT_A_FILE'], ['read', 'ch/on.md', 'NOT_FOUND'], ['create', 'ch/new/deep.md', 'ok ch/new/deep.md'],
    ['create', 'A.md', 'PATH_COLLISION'], ['create', 'CH/x.md', 'PATH_COLLISION'], ['create', 'ch/ONE.md', 'PATH_COLLISION'],
  ])('%s %j: %s', async (use, path, wanted) => {
    expect(await codeOf(path, { use })).toBe(wanted)
  })

  it('names near files, and shows no raw control characters', async () => {
    await expect(authorizePath(world, 'ch/on.md', { use: 'read' })).rejects.toMatchObject({ fault: { data: { near: ['one.md'] } } })
    await expect(authorizePath(world, 'a\u202Eb', { use: 'read' })).rejects.toThrow('\\u202e')
    await expect(authorizePath(world, 'a\uD800b', { use: 'read' })).rejects.toThrow('"a\\ud800b" is no usable path: it holds half')
  })

  it('takes absolute paths only where roots say so', async () => {
    const secret = join(workspace, 'secret.txt')
    expect(await codeOf(P('a.md'), { use: 'write' })).toBe('ok a.md')
    expect(await codeOf(`${workspace}/demo/../secret.txt`, { use: 'read' })).toBe('PATH_OUTSIDE')
    expect(await codeOf(secret, { use: 'read', readRoots: [workspace] })).toBe(`ok ${secret}`)
    expect(await codeOf(secret, { use: 'write', readRoots: [workspace] })).toBe('PATH_READ_ONLY')
    expect(await codeOf(secret, { use: 'write', writeRoots: [workspace] })).toBe(`ok ${secret}`)
    expect(await codeOf(`${workspace}-2/x`, { use: 'read', readRoots: [workspace] })).toBe('PATH_OUTSIDE')
    expect(await codeOf(secret, { use: 'write', writeRoots: ['.', ''] })).toBe('PATH_OUTSIDE')
    expect(await codeOf('/proc/self/environ', { use: 'read', readRoots: ['/'] })).toBe('PATH_OUTSIDE')
    expect(await codeOf('/dev/zero', { use: 'read', readRoots: ['/'] })).toBe('PATH_OUTSIDE')
    expect(await codeOf('/etc/hosts', { use: 'read', readRoots: ['/'] })).toBe('ok /etc/hosts')
    expect(await codeOf(join(workspace, 'home/skills/a.md'), { use: 'read', readRoots: ['/'] })).toMatch(/^ok/)
    expect(await codeOf(join(workspace, 'home/trust.json'), { use: 'read', readRoots: ['/'] })).toBe('PATH_PROTECTED')
    expect(await codeOf(join(workspace, 'home/skills/a.md'), { use: 'write', writeRoots: [workspace] })).toBe('PATH_PROTECTED')
  })

  it.each([
    ['out', '/etc', 'read', 'out/passwd', 'PATH_LINK_ESCAPE'], ['out', '/etc', 'create', 'out/x', 'PATH_LINK_ESCAPE'],
    ['ch/new.md', '../../gone.md', 'create', 'ch/new.md', 'PATH_LINK_DANGLING'], ['in.md', 'missing.md', 'create', 'in.md', 'PATH_LINK_DANGLING'],
    ['inner', 'ch', 'read', 'inner/one.md', 'ok ch/one.md'], ['nb', '.nbook', 'read', 'nb/project.sqlite', 'PATH_PROTECTED'], ['g', '.git', 'create', 'g/config', 'PATH_PROTECTED'],
    ['loop', 'loop', 'read', 'loop', 'PATH_LINK_DANGLING'], ['sec.md', '../secret.txt', 'write', 'sec.md', 'PATH_LINK_ESCAPE'],
  ] as const)('link %s -> %s, %s %s: %s', async (link, target, use, path, wanted) => {
    symlinkSync(target, P(link))
    expect(await codeOf(path, { use })).toBe(wanted)
    expect(existsSync(join(workspace, 'gone.md'))).toBe(false)
  })

  it('follows a chain of links to its end', async () => {
    symlinkSync('../../two', P('ch/one-link'))
    symlinkSync('/w/out.md', join(workspace, 'two'))
    expect(await codeOf('ch/one-link', { use: 'create' })).toBe('PATH_LINK_DANGLING')
    symlinkSync('ch', P('a-link'))
    symlinkSync('a-link', P('b-link'))
    expect(await codeOf('b-link/one.md', { use: 'read' })).toBe('ok ch/one.md')
  })

  it('answers for pipes without waiting, and for hard links', async () => {
    execFileSync('mkfifo', [P('pipe')])
    expect(await codeOf('pipe', { use: 'read' })).toBe('NOT_A_FILE')
    linkSync(join(workspace, 'secret.txt'), P('hard.md'))
    expect(await codeOf('hard.md', { use: 'read' })).toBe('ok hard.md')
  })

  it('refuses a project that is a link, and twins in case', async () => {
    symlinkSync(P(), join(workspace, 'linked'))
    expect(await codeOf('workspace/linked/a.md', { use: 'read' })).toBe('PROJECT_ROOT_LINK')
    mkdirSync(join(workspace, 'Old'))
    expect(await codeOf('workspace/old/a.md', { use: 'read' })).toBe('PROJECT_ROOT_CASE_COLLISION')
    world = { ...world, own: { slug: 'linked', dir: join(workspace, 'linked') } }
    expect(await codeOf('a.md', { use: 'read' })).toBe('PROJECT_ROOT_LINK')
  })

  it('limits writing to the globs of a profile, on the canonical path', async () => {
    const plans = { use: 'create', writeGlobs: ['plans/*.md'] } as const
    expect(await codeOf('plans/a.md', plans)).toBe('ok plans/a.md')
    expect(await codeOf('plans/../src/x.md', plans)).toBe('PATH_NOT_ALLOWED')
    expect(await codeOf('plans/deep/a.md', plans)).toBe('PATH_NOT_ALLOWED')
    expect(await codeOf('a.md', { use: 'write', writeGlobs: [`{${Array.from({ length: 300 }, (_, n) => `x${n}`).join(',')},a.md}`] })).toBe('PATH_NOT_ALLOWED')
    expect(await codeOf('a.md', { use: 'write', writeGlobs: [] })).toBe('PATH_NOT_ALLOWED')
  })

  it('judges without touching anything', async () => {
    const project = { files: { authorize: (path: string, rules: PathRules) => authorizePath(world, path, rules) } } as unknown as Parameters<typeof judgePath>[0]
    expect(await judgePath(project, 'new/x.md', { use: 'write' })).toEqual({ verdict: 'allow', reason: '', code: null })
    expect(await judgePath(project, '../x', { use: 'read' })).toMatchObject({ verdict: 'deny', code: 'PATH_OUTSIDE' })
    expect(readdirSync(P())).not.toContain('new')
  })

  it('lets no generated path escape', async () => {
    symlinkSync('/etc', P('esc'))
    symlinkSync('..', P('ch/up'))
    symlinkSync('../ch', P('ch/side'))
    const piece = fc.oneof(fc.constantFrom('..', '.', '', 'ch', 'up', 'side', 'esc', 'workspace', 'demo', 'near', 'old', 'a.md', '.nbook', '.git', '~', 'passwd', 'CON', '%2e%2e', '/', '..\\'), fc.string({ unit: 'binary', maxLength: 6 }))
    const path = fc.tuple(fc.constantFrom('', '/', './', '../', `${P()}/`, `${workspace}/`, 'workspace/near/'), fc.array(piece, { maxLength: 8 })).map(([start, pieces]) => start + pieces.join('/'))
    const roots = [realpathSync(P()), realpathSync(join(workspace, 'near'))]
    await fc.assert(
      fc.asyncProperty(path, fc.constantFrom('read', 'write', 'create'), async (given, use) => {
        const place = await authorizePath(world, given, { use, kind: 'any', missingOk: true }).catch((error: { fault?: unknown }) => {
          if (error.fault === undefined) throw error
          return null
        })
        if (place === null) return
        const real = existsSync(place.real) ? realpathSync(place.real) : join(deepest(place.real), 'x')
        expect(roots.some((root) => below(root, real) !== null)).toBe(true)
        if (use !== 'read') expect(place.real.split('/').slice(workspace.split('/').length + 1)).not.toContain('.nbook')
      }),
      { numRuns: 1_500 },
    )
  })
})

function deepest(path: string): string {
  return existsSync(path) ? realpathSync(path) : deepest(dirname(path))
}
