import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { tempFolder } from '../../../test/project/make-project'
import { SoftDelete } from '../../../test/tools/soft-delete'
import { createProject } from '../project/create-project'
import { createCore } from './create-core'

it('2,000 random steps of an agent: every text and row is there to bring back (02 §4, 06 §7)', async () => {
  const folder = tempFolder()
  const core = await createCore({ home: join(folder, 'home'), watch: false })
  onTestFinished(() => core.close())
  const { dir } = await createProject(join(folder, 'novel'), { title: '雪', locale: 'zh-CN' }, core.env)
  const novel = new SoftDelete(core, await core.open(dir))
  await novel.fill()
  const { steps, ok, refused } = await novel.harm(2_000, 77)
  process.stderr.write(`steps ${steps}, done ${ok}, refused ${JSON.stringify([...refused])}\n`)
  expect(ok).toBeGreaterThan(1_000)
  process.stderr.write(`${JSON.stringify(await novel.bringBack())}\n`)
}, 3_600_000)
