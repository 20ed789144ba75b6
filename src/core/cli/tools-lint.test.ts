import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { main } from './main'

const home = mkdtempSync(join(tmpdir(), 'wenqu-lint-'))
afterAll(() => { rmSync(home, { recursive: true, force: true }) })

async function tools(...argv: string[]) {
  const done = { code: -1, out: '', err: '' }
  done.code = await main(['tools', ...argv], { out: (text) => { done.out += text }, err: (text) => { done.err += text }, isTerminal: false, async *stdin() { yield '' }, env: { WENQU_HOME: home } })
  return done
}

const lint = (...more: string[]) => tools('lint', ...more)

it('a tool of one\'s own that cannot be loaded is an error of the lint (08 §9)', async () => {
  expect((await lint()).out).toMatch(/\[OK\] 0 errors, \d+ warnings\n$/)
  mkdirSync(join(home, 'tools', 'odd'), { recursive: true })
  writeFileSync(join(home, 'tools', 'odd', 'tool.json'), '{"name":"odd","effects":["fly"]}')
  const { code, out, err } = await lint()
  expect([code, out]).toEqual([1, expect.stringMatching(/\[FAIL\] LINT: 1 errors, \d+ warnings\n$/)])
  expect(err).toMatch(/^odd is not loaded: /)
  expect(JSON.parse((await lint('--json')).out)).toMatchObject({ errors: 1, broken: [{ tool: 'odd' }] })
})

it('what `tools new` says to try next works for a tool of a novel, too', async () => {
  const project = join(home, '雪 夜')
  mkdirSync(project)
  writeFileSync(join(project, 'project.yaml'), 'formatVersion: 1\ntitle: 雪夜\nlocale: zh-CN\n')
  expect(await tools('new', 'gap', '--lang', 'sh', '--project', project)).toMatchObject({ code: 0, out: expect.stringContaining(`\nTry it: wenqu tools test gap --project '${project}'\n`) as string })
})
