import { expect, it } from 'vitest'
import { countWords } from '@shared/word-count'
import { agent, makeProject } from '../../../test/project/make-project'

const top = '---\ntitle: 雪夜\n---\n'

it.each([
  ['a bare text', '林晚推门。\n', '林晚推门。\n'],
  ['front matter', `${top}林晚推门。\n`, '林晚推门。\n'],
  ['a BOM', '\uFEFF林晚推门。\n', '林晚推门。\n'],
  ['a scene break at the top', '---\n\n林晚推门。\n', '---\n\n林晚推门。\n'],
  ['nothing in it', '', ''],
  ['characters of four bytes', '😀 林晚 ok\r\n', '😀 林晚 ok\r\n'],
])('the text before an agent changes a file is kept, with its 字数: %s', async (_what, whole, text) => {
  const { project } = await makeProject()
  const path = await project.files.authorize('manuscript/a.md', { use: 'create' })
  const write = async (bytes: string): Promise<void> => { await project.files.apply([{ path, text: null, bytes: Buffer.from(bytes), base: await project.files.hash(path) }], agent) }
  // Twice the same one before: counted once, told twice.
  for (const next of [whole, '别的。\n', whole, '再写。\n']) await write(next)
  const kept = await Promise.all(project.history.list('manuscript/a.md').map(async ({ id, words }) => [(await project.history.text(id)).text, words]))
  expect(kept).toEqual([[text, countWords(text).words], ['别的。\n', 2], [text, countWords(text).words]])
})
