import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { definition } from '../../../test/workflows/workflow-bench'
import { createSandboxHost } from '../sandbox/host'
import { createWorkflowShelf } from './workflow-shelf'

const sandbox = createSandboxHost({ spare: false })
afterAll(() => sandbox.close())
let dir = ''
afterEach(() => rmSync(dir, { recursive: true, force: true }))

it('a workflow that cannot be read is listed with its reason, and hides none of the others', async () => {
  dir = mkdtempSync(join(tmpdir(), 'wenqu-shelf-'))
  const home = join(dir, 'home')
  const good = definition('async () => 1')
  const key = /key: '([^']+)'/.exec(good)?.[1] ?? ''
  for (const name of [key, 'empty', 'large', 'elsewhere']) mkdirSync(join(home, 'workflows', name), { recursive: true })
  writeFileSync(join(home, 'workflows', key, 'workflow.ts'), good)
  writeFileSync(join(home, 'workflows', 'large', 'workflow.ts'), ' '.repeat(256 * 1024 + 1))
  writeFileSync(join(dir, 'outside.ts'), good)
  symlinkSync(join(dir, 'outside.ts'), join(home, 'workflows', 'elsewhere', 'workflow.ts'))
  const shelf = createWorkflowShelf({ resources: join(dir, 'none'), home, projectDir: join(dir, 'novel'), trusted: () => false, sandbox, locale: () => 'zh-CN' })
  const keys = [key, 'elsewhere', 'empty', 'large'].sort()
  expect(shelf.keys()).toEqual(keys)
  expect((await shelf.list()).map((one) => [one.key, one.problem?.code ?? null])).toEqual(keys.map((one) => [one, one === key ? null : 'WORKFLOW_INVALID']))
  await expect(shelf.load('large')).rejects.toMatchObject({ fault: { code: 'WORKFLOW_INVALID' } })
})

it('a window reads what a workflow says of itself in its own language, a model in the novel’s', async () => {
  dir = mkdtempSync(join(tmpdir(), 'wenqu-shelf-'))
  const shelf = createWorkflowShelf({ resources: join(process.cwd(), 'resources'), home: join(dir, 'home'), projectDir: join(dir, 'novel'), trusted: () => false, sandbox, locale: () => 'zh-CN' })
  const han = /\p{Script=Han}/u
  const words = async (lang?: 'zh' | 'en') => { const { title, description, phases } = await shelf.load('consistency-audit', lang); return [title, description, ...phases.map((phase) => phase.title)] }
  expect((await words()).every((text) => han.test(text))).toBe(true)
  expect((await words('en')).some((text) => han.test(text))).toBe(false)
  expect((await shelf.list('en')).filter(({ title }) => han.test(title)).map(({ key }) => key)).toEqual([])
})
