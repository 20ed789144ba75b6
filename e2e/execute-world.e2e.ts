import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { shorthand, specStart, writeSpecSchema } from '../test/world/spec-world'
import { runCli } from './cli/run-cli'
import { freshFolder } from './helpers/paths'

let env: { WENQU_HOME: string; WENQU_LANG: string }
let project: string
interface Said { id: string; status: string; code: string | null; content: string; ms: number; details: Record<string, unknown>; approval: { id: string } | null }
const call = async (code: string, ...words: string[]): Promise<{ exit: number | null; said: Said }> => {
  const answer = await runCli(['call', 'execute_world', JSON.stringify({ code: `${shorthand}${code}` }), '--project', project, '--json', ...words], env)
  return { exit: answer.code, said: JSON.parse(answer.stdout) as Said }
}
const about = (pid: string, what: 'cmdline' | 'status'): string => {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return ''
  }
}
/** Sandbox processes that outlive whoever started them; other window tests run beside this one, and theirs have a parent. */
const sandboxes = (): string[] => readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && about(pid, 'cmdline').includes(join('out', 'main', 'sandbox.js'))).filter((pid) => {
  const parent = /^PPid:\s+(\d+)$/m.exec(about(pid, 'status'))?.[1]
  return parent !== undefined && ![join('out', 'main'), 'wenqu.mjs'].some((starter) => about(parent, 'cmdline').includes(starter))
})

beforeAll(async () => {
  const top = freshFolder()
  env = { WENQU_HOME: join(top, 'home'), WENQU_LANG: 'zh-CN' }
  project = join(top, 'novel')
  expect(await runCli(['project', 'new', project, '--title', '雪夜'], env)).toMatchObject({ code: 0 })
  writeSpecSchema(project)
  expect((await call(specStart)).said).toMatchObject({ status: 'ok', content: '[OK] Saved slices 1, 2, 3 (8 patches).\ndone' })
}, 60_000)

test.each([
  ['4', 'return world.time.now()', 'ok', null, '300'], ['4 calendar', 'return world.time.format(0n)', 'ok', null, '公元1年1月1日 00:00'], ['5', 'return "x".repeat(11264)', 'fail', 'RESULT_TOO_LARGE', '10,240'],
  ['28', 'try { w(200, "/mood", "replace", "x") } catch {}; w(400, "/mood", "replace", "x")', 'fail', 'WORLD_WRITE_FAILED', 'SLICE_EXISTS'], ['29', 'w(400, "/mood", "replace", "x"); throw Error("x")', 'fail', 'SCRIPT_ERROR', 'Error: x'],
  ['33', 'return this.constructor.constructor("return process")()', 'fail', 'SCRIPT_ERROR', ''], ['34', 'w(400, "/x", "replace", JSON.parse(\'{"__proto__":{"a":1}}\'))', 'fail', 'VALUE_INVALID', '__proto__'],
  ['36', 'w(400, "/hp", "replace", 1n)', 'fail', 'VALUE_INVALID', ''], ['40', 'return world.search.text("剑")', 'fail', 'EMBEDDING_NOT_CONFIGURED', ''],
])('03 §12 row %s by wenqu call', async (_row, code, status, fault, part) => {
  const { exit, said } = await call(code)
  expect(said).toMatchObject({ status, code: fault })
  expect(said.content).toContain(part)
  expect(exit).toBe(status === 'ok' ? 0 : 1)
})

test('03 §12 row 30 by wenqu call: a reader', async () => {
  expect((await call('return typeof world.slice.write', '--profile', 'writer')).said).toMatchObject({ status: 'ok', content: 'undefined' })
})

test.each([['31', 'for(;;);', ['TIMEOUT']], ['31 promise', 'await new Promise(() => {})', ['TIMEOUT']], ['32', 'for(let a=[];;)a.push(a.length)', ['MEMORY_LIMIT', 'SANDBOX_CRASHED']]])('03 §12 row %s by wenqu call ends in time and leaves no process', async (_row, code, codes) => {
  // The deadline begins when a process is there: what a call without a script's work takes comes on top.
  const nothing = await call('return 1', '--profile', 'writer')
  const { said } = await call(code, '--profile', 'writer')
  expect(codes).toContain(said.code)
  expect(said.ms).toBeLessThan(nothing.said.ms + 6_000)
  await expect.poll(sandboxes).toEqual([])
})

test('03 §12 row 39 by wenqu call and wenqu human approve', async () => {
  const asked = await call('w(400, "/hp", "increment", -1); return world.subject.get("hero").hp', '--mode', 'discuss')
  expect(asked).toMatchObject({ exit: 3, said: { status: 'needs_approval', code: 'MODE_DISCUSS' } })
  expect((await call('return hero().hp')).said.content).toBe('70')
  const approve = () => runCli(['human', 'approve', asked.said.approval?.id ?? '', '--project', project], { ...env, WENQU_HUMAN: '1' })
  expect((await approve()).code).toBe(0)
  expect((await call('return [hero().hp, world.slice.list().length]')).said.content).toBe('[69,4]')
  expect((await approve()).code).not.toBe(0)
  expect((await call('return world.slice.list().length')).said.content).toBe('4')
})
