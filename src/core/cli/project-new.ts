import { readManifest } from '../project/manifest'
import { sampleDir, sampleNames } from '../project/resources'
import { EXIT, type Command } from './command'
import { show } from './io'
import { parseOptions, UsageError } from './usage'
import { withCore } from './with-project'

const languageOf = (sample: string): 'zh-CN' | 'en' => readManifest(sampleDir(sample)).locale

/** `project new` (10): a project folder, empty or from a sample. Creating on the command line does not trust it (05 §4). */
export const projectNew: Command = {
  usage: 'project new DIR [--title T] [--sample NAME] [--locale zh-CN|en] [--json]',
  does: 'Creates a project folder; fails if DIR is not empty. Prints its slug and path.',
  get details() {
    return `--sample  ${sampleNames().map((name) => `${name} (${languageOf(name)})`).join(' or ')}: a finished novel, in its own language\n--locale  the novel's language; zh-CN when not given`
  },
  async run(argv, io) {
    const parsed = parseOptions(argv, { title: 'string', sample: 'string', locale: ['zh-CN', 'en'] }, { min: 1, max: 1, names: ['DIR'] })
    const [dir = ''] = parsed.words
    const sample = parsed.text('sample')
    if (sample !== undefined) checkLanguage(sample, parsed.text('locale'))
    const { basename, resolve } = await import('node:path')
    const { createProject } = await import('../project/create-project')
    const { loadProjectPlan } = await import('../app/load-project-plan')
    const title = parsed.text('title') ?? (sample === undefined ? basename(resolve(dir)) : '')
    const locale = parsed.text('locale') === 'en' ? 'en' : 'zh-CN'
    const made = await withCore(io, ({ env }) => createProject(dir, {
      title, locale, ...(sample === undefined ? {} : { sample }), loadPlan: loadProjectPlan,
    }, env))
    show(io, parsed.json, made, `${made.slug}\n${made.dir}`)
    return EXIT.ok
  },
}

/** A sample is written in one language; another one is not put over it in silence. */
function checkLanguage(sample: string, locale: string | undefined): void {
  const own = languageOf(sample)
  if (locale !== undefined && locale !== own) throw new UsageError(`--locale ${locale}: the sample ${sample} is written in ${own}; samples in ${locale}: ${sampleNames().filter((name) => languageOf(name) === locale).join(', ')}`)
}
