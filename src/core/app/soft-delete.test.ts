import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { tempFolder } from '../../../test/project/make-project'
import { SoftDelete } from '../../../test/tools/soft-delete'
import { createProject } from '../project/create-project'
import { createCore } from './create-core'

it('40 random steps of an agent: every text and row is there to bring back (02 §4, 06 §7)', async () => {
  const folder = tempFolder()
  const core = await createCore({ home: join(folder, 'home'), watch: false })
  onTestFinished(() => core.close())
  const { dir } = await createProject(join(folder, 'novel'), { title: '雪', locale: 'zh-CN' }, core.env)
  const novel = new SoftDelete(core, await core.open(dir))
  await novel.fill()
  const { ok } = await novel.harm(40, 5)
  expect(ok).toBeGreaterThan(20)
  const { byTrash, byVersions, byInbox, untouched } = await novel.bringBack()
  expect(byTrash + byVersions + byInbox + untouched).toBe(12)
}, 180_000)
