import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { runCli } from './cli/run-cli'
import { freshFolder, node26, root } from './helpers/paths'

let env: { WENQU_HOME: string; WENQU_LANG: string }
let project: string
const wenqu = (...words: string[]) => runCli(words, env)
const result = (stdout: string) => JSON.parse(stdout) as { status: string; code: string | null; content: string; approval: { id: string } | null; details: Record<string, unknown> }

beforeAll(async () => {
  const top = freshFolder()
  env = { WENQU_HOME: join(top, 'home'), WENQU_LANG: 'zh-CN' }
  project = join(top, 'novel')
  expect(await wenqu('project', 'new', project, '--title', '雪夜', '--sample', 'changan-snow')).toMatchObject({ code: 0 })
}, 60_000)

describe('A5 the command line refuses with exact codes, exit codes, and what to do', () => {
  test.each([
    ['a path outside', ['read', '{"path":"../x"}'], 'PATH_OUTSIDE', []],
    ['an unknown key', ['read', '{"path":"project.yaml","lines":5}'], 'ARGS_INVALID', ['/lines', 'offset']],
    ['a wrong type', ['read', '{"path":5}'], 'ARGS_INVALID', ['/path', 'actual 5', 'expected']],
    ['both at once (08 §12 row 1)', ['read', '{"path":5,"lines":5}'], 'ARGS_INVALID', ['2 problems', '/path', '/lines']],
    ['an unknown tool', ['get_storey_tree', '{}'], 'TOOL_UNKNOWN', ['get_story_tree']],
    ['arguments that are not JSON', ['read', '{"path":"a",}'], 'ARGS_JSON', []],
  ])('%s', async (_name, words, code, parts) => {
    const answer = await wenqu('call', ...words, '--project', project, '--json')
    expect(answer.code).toBe(1)
    const said = result(answer.stdout)
    expect(said).toMatchObject({ status: 'fail', code })
    for (const part of parts) expect(said.content).toContain(part)
  })

  test('a tool outside the profile is denied with the reason word, exit 4', async () => {
    const answer = await wenqu('call', 'save_story_scene', '{}', '--profile', 'writer', '--project', project, '--json')
    expect(answer.code).toBe(4)
    expect(result(answer.stdout)).toMatchObject({ status: 'denied', code: 'TOOL_NOT_GRANTED' })
    expect(answer.stdout).toContain('not_declared')
  })

  test('an unknown option is one line and exit 2', async () => {
    const answer = await wenqu('call', 'read', '{}', '--projct', project)
    expect(answer.code).toBe(2)
    expect(answer.stderr.trim().split('\n')).toHaveLength(1)
  })
})

describe('what an author does from a terminal', () => {
  test('the tree, the info and the verification of the sample', async () => {
    const tree = result((await wenqu('call', 'get_story_tree', '{}', '--project', project, '--json')).stdout)
    expect(tree).toMatchObject({ status: 'ok', code: null })
    const info = JSON.parse((await wenqu('project', 'info', '--project', project, '--json')).stdout) as { counts: { chapters: number }; words: number }
    expect(info.counts.chapters).toBeGreaterThanOrEqual(12)
    expect(info.words).toBeGreaterThanOrEqual(20_000)
    expect((await wenqu('project', 'verify', '--project', project)).code).toBe(0)
  })

  test('a gated write waits with exit 3 and runs once when approved', async () => {
    const asked = await wenqu('call', 'write', '{"path":"lorebook/note/cli/index.md","content":"雪落无声。\\n"}', '--mode', 'discuss', '--project', project, '--json')
    expect(asked.code).toBe(3)
    const approval = result(asked.stdout).approval
    const file = join(project, 'lorebook/note/cli/index.md')
    expect(existsSync(file)).toBe(false)
    expect((await runCli(['human', 'approve', approval?.id ?? '', '--project', project], env)).code).not.toBe(0)
    const human = { ...env, WENQU_HUMAN: '1' }
    expect(await runCli(['human', 'approve', approval?.id ?? '', '--project', project], human)).toMatchObject({ code: 0 })
    expect(readFileSync(file, 'utf8')).toBe('雪落无声。\n')
    const again = await runCli(['human', 'approve', approval?.id ?? '', '--project', project], human)
    expect(again.code).not.toBe(0)
    expect(`${again.stdout}${again.stderr}`).toContain('APPROVAL_NOT_PENDING')
  })

  test('a batch of 1,000 reads in one process, one line each, in order', async () => {
    const lines = Array.from({ length: 1_000 }, (_, i) => `${JSON.stringify({ id: `b${i}`, tool: 'read', input: { path: 'project.yaml' } })}\n`).join('')
    const answer = await runCli(['batch', '--project', project], env, lines)
    const said = answer.stdout.trim().split('\n').map((text) => JSON.parse(text) as { id: string; status: string })
    expect(said).toHaveLength(1_000)
    expect(said.every((one, i) => one.id === `b${i}` && one.status === 'ok')).toBe(true)
    expect(answer.code).toBe(0)
  })

  test('a wenqu of another Node that is killed leaves nothing at work', async () => {
    const mark = join(project, 'at-work.txt')
    const words = ['call', 'bash', JSON.stringify({ command: `while true; do date > "${mark}"; sleep 0.05; done` }), '--project', project, '--permission', 'bypassPermissions', '--approve', 'yes', '--trust']
    // As `bin/wenqu.mjs` does it where it runs on another Node.
    const script = `import(${JSON.stringify(join(root, 'scripts/setup/hand-over.mjs'))}).then(({ handOver }) => handOver(process.execPath, ${JSON.stringify([join(root, 'out/main/cli.js'), ...words])}))`
    const starter = spawn(node26, ['-e', script], { cwd: root, env: { ...process.env, ...env }, stdio: 'ignore' })
    const written = (): number => statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? 0
    await expect.poll(written, { timeout: 20_000 }).toBeGreaterThan(0)
    starter.kill('SIGKILL')
    // Quiet for so long that twenty rounds of it would have gone by.
    await expect.poll(() => Date.now() - written(), { timeout: 20_000 }).toBeGreaterThan(1_000)
  }, 60_000)
})
