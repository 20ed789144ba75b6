import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { main } from './main'

const home = mkdtempSync(join(tmpdir(), 'wenqu-lint-'))
afterAll(() => { rmSync(home, { recursive: true, force: true }) })

async function lint(...more: string[]) {
  const done = { code: -1, out: '', err: '' }
  done.code = await main(['tools', 'lint', ...more], { out: (text) => { done.out += text }, err: (text) => { done.err += text }, isTerminal: false, async *stdin() { yield '' }, env: { WENQU_HOME: home } })
  return done
}

it('a tool of one\'s own that cannot be loaded is an error of the lint (08 §9)', async () => {
  expect((await lint()).out).toMatch(/\[OK\] 0 errors, \d+ warnings\n$/)
  mkdirSync(join(home, 'tools', 'odd'), { recursive: true })
  writeFileSync(join(home, 'tools', 'odd', 'tool.json'), '{"name":"odd","effects":["fly"]}')
  const { code, out, err } = await lint()
  expect([code, out]).toEqual([1, expect.stringMatching(/\[FAIL\] LINT: 1 errors, \d+ warnings\n$/)])
  expect(err).toMatch(/^odd is not loaded: /)
  expect(JSON.parse((await lint('--json')).out)).toMatchObject({ errors: 1, broken: [{ tool: 'odd' }] })
})
