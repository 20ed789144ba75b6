import { EXIT, type Command } from './command'
import { show } from './io'
import { parseOptions } from './usage'
import { withCore } from './with-project'

/** `project new` (10): a project folder, empty or from a sample. Creating on the command line does not trust it (05 §4). */
export const projectNew: Command = {
  usage: 'project new DIR [--title T] [--sample NAME] [--locale zh-CN|en] [--json]',
  does: 'Creates a project folder; fails if DIR is not empty. Prints its slug and path.',
  async run(argv, io) {
    const parsed = parseOptions(argv, { title: 'string', sample: 'string', locale: ['zh-CN', 'en'] }, { min: 1, max: 1, names: ['DIR'] })
    const [dir = ''] = parsed.words
    const { basename, resolve } = await import('node:path')
    const { createProject } = await import('../project/create-project')
    const { loadProjectPlan } = await import('../app/load-project-plan')
    const sample = parsed.text('sample')
    const title = parsed.text('title') ?? (sample === undefined ? basename(resolve(dir)) : '')
    const locale = parsed.text('locale') === 'en' ? 'en' : 'zh-CN'
    const made = await withCore(io, ({ env }) => createProject(dir, {
      title, locale, ...(sample === undefined ? {} : { sample }), loadPlan: loadProjectPlan,
    }, env))
    show(io, parsed.json, made, `${made.slug}\n${made.dir}`)
    return EXIT.ok
  },
}
