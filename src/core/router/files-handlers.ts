import { fail } from '@shared/fault'
import { countWords } from '@shared/word-count'
import type { Handlers } from '@shared/procedures'
import type { filesProcedures } from '@shared/procedures/files'
import type { RequestContext } from '../app/types'
import { splitFrontMatter } from '../project/front-matter'
import { hashBytes } from '../project/hash'
import { mergeTexts } from '../project/merge-texts'
import { checkTwins, isRespelled } from '../project/paths/walk'
import type { OpenedProject } from '../project/types'
import { checkNodeConflict, fileRows } from './file-rows'
import { author, conflict, forgetFrontMatter, frontMatterBefore, keepBase, readForSave, readOpenText, writeProse } from './texts'

type FilesHandlers = Handlers<keyof typeof filesProcedures, RequestContext>
const projectOf = ({ core }: RequestContext, slug: string): OpenedProject => core.get(slug).project
const writableOf = (context: RequestContext, slug: string): OpenedProject => {
  const project = projectOf(context, slug)
  project.assertWritable()
  return project
}

const texts: Pick<FilesHandlers, 'text.open' | 'text.save' | 'text.unsaved' | 'text.recreate' | 'text.merge'> = {
  'text.open': async (input, context) => {
    const project = projectOf(context, input.project)
    const open = await readOpenText(project, input.path)
    await keepBase(project, open).catch(() => undefined)
    const protectedPath = await project.files.authorize(input.path, { use: 'write' }).then(() => false, () => true)
    return { path: open.path.shown, text: open.text, hash: open.file.hash, readOnly: project.readOnly || protectedPath, title: open.title, frontMatter: open.frontMatter, eol: open.file.eol }
  },
  'text.save': async (input, context) => {
    const project = writableOf(context, input.project)
    const open = await readForSave(project, input.path, input.baseHash)
    if (input.keep !== 'none') await project.history.keep(open.path.shown, open.text, input.keep, 'author')
    const hash = await writeProse(project, open, input.text)
    const { words, withPunctuation } = countWords(input.text)
    return { hash, words, wordsWithPunctuation: withPunctuation }
  },
  'text.unsaved': (input, context) => {
    projectOf(context, input.project).unsaved.mark(input.path, input.unsaved)
    return {}
  },
  'text.recreate': async (input, context) => {
    const project = writableOf(context, input.project)
    const path = await project.files.authorize(input.path, { use: 'create' })
    if (path.exists) conflict(path.shown, await project.files.hash(path))
    const whole = frontMatterBefore(project, path.shown) + input.text
    await project.files.apply([{ path, text: whole, base: null }], author)
    return { hash: hashBytes(whole) }
  },
  'text.merge': async (input, context) => {
    const project = projectOf(context, input.project)
    const { text, file } = await readOpenText(project, input.path)
    const base = await project.blobs.get(input.baseHash)
    const baseText = base === null ? null : splitFrontMatter(Buffer.from(base).toString('utf8').replace(/^\uFEFF/, '')).text
    return { ...mergeTexts(input.mine, baseText, text), theirs: text, theirsHash: file.hash }
  },
}

const versions: Pick<FilesHandlers, 'versions.list' | 'versions.text' | 'versions.keep' | 'versions.restore'> = {
  'versions.list': (input, context) => ({ versions: projectOf(context, input.project).history.list(input.path) }),
  'versions.text': (input, context) => projectOf(context, input.project).history.text(input.id),
  'versions.keep': async (input, context) => {
    const project = writableOf(context, input.project)
    const path = await project.files.authorize(input.path, { use: 'create' })
    return project.history.keep(path.shown, input.text, input.reason, 'author', input.name)
  },
  'versions.restore': async (input, context) => {
    const project = writableOf(context, input.project)
    const { version, text } = await project.history.text(input.id)
    const path = await project.files.authorize(version.path, { use: 'create' })
    if (!path.exists) {
      const whole = frontMatterBefore(project, path.shown) + text
      await project.files.apply([{ path, text: whole, base: null }], author)
      return { hash: hashBytes(whole), text }
    }
    const open = await readOpenText(project, version.path)
    if (open.text !== text) await project.history.keep(open.path.shown, open.text, 'restore', 'author')
    return { hash: await writeProse(project, open, text), text }
  },
}

const files: Pick<FilesHandlers, 'files.list' | 'files.create' | 'files.move' | 'files.trash'> = {
  'files.list': async (input, context) => ({ rows: await fileRows(projectOf(context, input.project), input.dir) }),
  'files.create': async (input, context) => {
    const project = writableOf(context, input.project)
    const path = await project.files.authorize(input.path, { use: 'create', kind: 'any' })
    if (path.exists) fail('FILE_EXISTS', `"${path.shown}" exists already.`, { actual: path.shown })
    await checkNodeConflict(project, path.shown, input.kind)
    forgetFrontMatter(project, path.shown)
    if (input.kind === 'folder') await project.files.makeFolder(path, author)
    else await project.files.apply([{ path, text: input.text, base: null }], author)
    return { path: path.shown }
  },
  'files.move': async (input, context) => {
    const project = writableOf(context, input.project)
    const from = await project.files.authorize(input.from, { use: 'write', kind: 'any' })
    const to = await project.files.authorize(input.to, { use: 'create', kind: 'any', twins: 'tell' })
    checkTwins(to, from)
    if (to.exists && !isRespelled(from.real, to.real)) fail('FILE_EXISTS', `"${to.shown}" exists already.`, { actual: to.shown })
    const kind = await project.files.authorize(input.from, { use: 'read', kind: 'folder' }).then(() => 'folder' as const, () => 'file' as const)
    await checkNodeConflict(project, to.shown, kind)
    await project.files.move(from, to, author)
    forgetFrontMatter(project, from.shown)
    forgetFrontMatter(project, to.shown)
    return { path: to.shown }
  },
  'files.trash': async (input, context) => {
    const project = writableOf(context, input.project)
    const path = await project.files.authorize(input.path, { use: 'write', kind: 'any' })
    if (!path.exists) fail('NOT_FOUND', `"${path.shown}" does not exist.`, { actual: path.shown })
    const item = await project.trash.put([path], author)
    return { item: item.id, words: item.words }
  },
}

/** Texts, their versions and files of the window (09 §3, §5). */
export const filesHandlers: FilesHandlers = { ...texts, ...versions, ...files }
