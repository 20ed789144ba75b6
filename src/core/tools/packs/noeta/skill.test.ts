import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openBench, type Bench } from '../../../../../test/tools/bench'

let bench: Bench
let session: number
const skillDir = (): string => join(bench.home, '.wenqu/skills/count')
beforeEach(async () => {
  bench = await openBench()
  mkdirSync(join(skillDir(), 'scripts'), { recursive: true })
  mkdirSync(join(skillDir(), 'references'))
  writeFileSync(join(skillDir(), 'SKILL.md'), '---\nname: count\ndescription: counts\n---\nRun scripts/say.sh.\nGiven: $ARGUMENTS\n')
  writeFileSync(join(skillDir(), 'references/r.md'), 'reference\n')
  writeFileSync(join(skillDir(), 'scripts/say.sh'), 'echo "$1|$2"; echo err >&2; echo x > made.md; exit "${3:-0}"\n')
  session = bench.session({ profileKey: 'main' })
})
afterEach(() => bench.close())

const use = () => bench.call(session, 'skill', { skill: 'count' })
const script = (args: object, more: Parameters<Bench['call']>[3] = {}) => bench.call(session, 'run_skill_script', { skill: 'count', relpath: 'scripts/say.sh', ...args }, more)

describe('skill (04 §5, 07 §7)', () => {
  it('gives its text with its folder, without lines of arguments; lists the names', async () => {
    expect((await use()).content).toBe(`Base directory for this skill: ${skillDir()}\n\nRun scripts/say.sh.`)
    expect(await bench.call(session, 'skill', { skill: 'cuont' })).toMatchObject({ code: 'SKILL_UNKNOWN', content: expect.stringContaining('count') as string })
  })
  it('its files may be read, never written (row 45)', async () => {
    const path = join(skillDir(), 'references/r.md')
    const leader = bench.session()
    expect((await bench.call(leader, 'read', { path })).content).toContain('reference')
    expect(await bench.call(leader, 'write', { path, content: 'x' })).toMatchObject({ status: 'fail', code: expect.stringMatching(/^PATH_(READ_ONLY|PROTECTED)$/) as string })
  })
  it('one that limits its tools makes the others ask, while it is what it was', async () => {
    writeFileSync(join(skillDir(), 'SKILL.md'), '---\nname: count\ndescription: counts\nallowed-tools: Grep nonsense, Glob\n---\nx\n')
    expect(await bench.call(session, 'Glob', { pattern: '*' })).toMatchObject({ status: 'ok' })
    await use()
    expect(await bench.call(session, 'Glob', { pattern: '*' })).toMatchObject({ status: 'ok' })
    expect(await bench.call(session, 'Read', { file_path: 'AGENTS.md' })).toMatchObject({ status: 'needs_approval', code: 'SKILL_SCOPE' })
    expect(await bench.call(bench.session({ profileKey: 'main' }), 'memory_search', { query: 'x' })).toMatchObject({ status: 'ok' })
    writeFileSync(join(skillDir(), 'SKILL.md'), '---\nname: count\ndescription: counts\nallowed-tools: Grep\n---\ny\n')
    expect(await bench.call(session, 'Read', { file_path: 'AGENTS.md' })).not.toMatchObject({ code: 'SKILL_SCOPE' })
  })
})

describe('run_skill_script', () => {
  it('asks with the real file and its hash; then runs it as argv, journalled', async () => {
    await use()
    const asked = await script({ args: ['a b', "it's"] })
    expect(asked).toMatchObject({ status: 'needs_approval', code: 'RISK_HIGH' })
    expect(asked.approval?.effects[0]).toMatchObject({ kind: 'script', resolved: join(skillDir(), 'scripts/say.sh') })
    expect(existsSync(join(bench.dir, 'made.md'))).toBe(false)
    const { result } = await bench.pipeline.answer(asked.approval?.id ?? '', 'approve', String(asked.details['effectsHash']), 'author', null)
    expect(result?.details).toMatchObject({ skill: 'count', relpath: 'scripts/say.sh', interpreter: 'bash', exit_code: 0, stdout_tail: "a b|it's\n", stderr_tail: 'err\n', timed_out: false })
    expect(readFileSync(join(bench.dir, 'made.md'), 'utf8')).toBe('x\n')
    expect(result?.content).toContain('(Changed: A made.md')
  })
  it('another exit is a failure', async () => {
    await use()
    expect(await script({ args: ['a', 'b', '3'] }, { approve: 'yes' })).toMatchObject({ status: 'fail', code: 'EXIT_CODE', details: { exit_code: 3 } })
  })
  it('a script edited after the card is shown anew (row 47)', async () => {
    await use()
    const asked = await script({})
    writeFileSync(join(skillDir(), 'scripts/say.sh'), 'echo other\n')
    expect(await bench.pipeline.answer(asked.approval?.id ?? '', 'approve', String(asked.details['effectsHash']), 'author', null)).toMatchObject({ status: 'stale' })
    expect(existsSync(join(bench.dir, 'made.md'))).toBe(false)
  })
  it('not before its skill is active, and not after that was changed', async () => {
    expect(await script({})).toMatchObject({ status: 'denied', code: 'SKILL_INACTIVE' })
    await use()
    writeFileSync(join(skillDir(), 'SKILL.md'), '---\nname: count\ndescription: other\n---\nx\n')
    expect(await script({})).toMatchObject({ status: 'denied', code: 'SKILL_INACTIVE' })
  })
  it.each<[string, object, string]>([
    ['out (row 46)', { relpath: '../x.py' }, 'SKILL_SCRIPT'], ['missing', { relpath: 'scripts/none.sh' }, 'SKILL_SCRIPT'], ['no script', { relpath: 'references/r.md' }, 'SKILL_SCRIPT'], ['a link', { relpath: 'scripts/link.sh' }, 'SKILL_SCRIPT'], ['too large', { relpath: 'scripts/big.py' }, 'SKILL_SCRIPT'],
    ['a semicolon (05 §9 53)', { args: ['a;b'] }, 'SKILL_ARGS'], ['substitution', { args: ['$(id)'] }, 'SKILL_ARGS'], ['a line break', { args: ['a\nb'] }, 'SKILL_ARGS'], ['an empty one', { args: [''] }, 'SKILL_ARGS'], ['17 of them', { args: Array.from({ length: 17 }, () => 'a') }, 'SKILL_ARGS'], ['a long one', { args: ['x'.repeat(4_097)] }, 'SKILL_ARGS'],
  ])('%s: refused in every mode, before any card', async (_name, args, code) => {
    writeFileSync(join(bench.home, 'outside.sh'), 'touch escaped\n')
    symlinkSync(join(bench.home, 'outside.sh'), join(skillDir(), 'scripts/link.sh'))
    writeFileSync(join(skillDir(), 'scripts/big.py'), '#'.repeat(65_537))
    const bypass = bench.session({ profileKey: 'main', permissionMode: 'bypassPermissions' })
    await bench.call(bypass, 'skill', { skill: 'count' })
    expect(await bench.call(bypass, 'run_skill_script', { skill: 'count', relpath: 'scripts/say.sh', ...args })).toMatchObject({ status: 'denied', code })
  })
})
