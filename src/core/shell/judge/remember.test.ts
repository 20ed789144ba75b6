import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { forgetRule, rememberedRules, rememberRule } from '../remembered-rules'
import { judgeShell } from './judge-shell'
import { rememberable } from './remember'

/** 05 §7. */
const facts = { trusted: true, own: [] }
describe('always allow in this project', () => {
  it.each([
    ['npm run build', { program: 'npm', subcommand: 'run' }], ['pandoc', { program: 'pandoc', subcommand: null }], ['pandoc "a b.md" -o x.docx', { program: 'pandoc', subcommand: 'a b.md' }], ['git commit -m x', { program: 'git', subcommand: 'commit' }],
  ])('%s', (command, rule) => {
    expect(rememberable(command, facts)).toEqual(rule)
    expect(judgeShell(command, { trusted: true, own: [{ ...rule, source: 'nbook' }] })).toMatchObject({ verdict: 'allow', code: 'SHELL_REMEMBERED' })
  })
  it.each([
    'npm run x; ls', 'echo $HOME', 'npm run `x`', 'npm run > a', "npm run 'x", 'npm run x\\', 'npm run *.md', '/usr/bin/pandoc x', './build.sh', 'bash build', 'python3 x.py', 'node x.js', 'env npm run', 'xargs npm', 'sudo npm', 'make all', 'npx x', 'sed s/a/b/', 'npm run\nls', 'npm run \u202Ex', '', 'npm run .git/hooks', 'git status', 'find . -delete', 'tar --to-command=x -xf a',
    'rm -rf build', 'rm a.md', 'RM -rf x', 'rm.exe x', 'rmdir x', 'unlink x', 'shred x', 'truncate -s 0 a.md', 'mv a.md b.md', 'dd if=a of=b', 'rsync -a --delete a b', 'mkfs.ext4 x', 'git clean -fd', 'git reset --hard', 'git checkout .', 'git restore a.md', 'git rm a.md', 'git stash drop', 'git branch -D x', 'git push --force', 'git gc --prune=now',
    'git -C . clean -fd', 'git -c alias.x=!sh x', 'git --git-dir=x reset', 'a'.repeat(17_000),
  ])('%j is refused', (command) => {
    expect(() => rememberable(command, facts)).toThrow('REMEMBER_REFUSED')
  })
  it('only in a trusted project', () => {
    expect(() => rememberable('npm run build', { trusted: false, own: [] })).toThrow('REMEMBER_REFUSED')
  })
})

describe('the file', () => {
  const dir = mkdtempSync(join(tmpdir(), 'wenqu-remember-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))
  const file = join(dir, '.nbook', 'shell-allowlist.json')
  it('keeps what else is in it, holds a rule once, and gives it back', async () => {
    mkdirSync(join(dir, '.nbook'))
    writeFileSync(file, JSON.stringify([{ program: 'hugo', label: 'site' }, 'strange']))
    for (let n = 0; n < 2; n += 1) await rememberRule(dir, { program: 'npm', subcommand: 'run' })
    await rememberRule(dir, { program: 'npm', subcommand: null })
    expect(rememberedRules(dir)).toMatchObject([{ program: 'hugo' }, { program: 'npm', subcommand: 'run' }, { program: 'npm', subcommand: null }])
    expect([await forgetRule(dir, { program: 'npm', subcommand: 'run' }), await forgetRule(dir, { program: 'npm', subcommand: 'run' })]).toEqual([true, false])
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([{ program: 'hugo', label: 'site' }, 'strange', { program: 'npm', subcommand: null }])
  })
  it('two rules remembered at once both stay', async () => {
    await Promise.all(['a', 'b', 'c'].map((subcommand) => rememberRule(dir, { program: 'git', subcommand })))
    expect(rememberedRules(dir).filter((one) => one.program === 'git').map((one) => one.subcommand).sort()).toEqual(['a', 'b', 'c'])
    for (const subcommand of ['a', 'b', 'c']) await forgetRule(dir, { program: 'git', subcommand })
  })
  it('one that cannot be read is left as it is', async () => {
    writeFileSync(file, '[')
    await expect(rememberRule(dir, { program: 'npm', subcommand: 'run' })).rejects.toThrow('SETTING_FILE_BROKEN')
    expect(readFileSync(file, 'utf8')).toBe('[')
  })
})
