import { fail } from '@shared/fault'
import type { Handlers, Output } from '@shared/procedures'
import type { TrashItem, trashProcedures } from '@shared/procedures/files'
import type { Slice } from '@shared/world'
import type { ProjectRuntime, RequestContext } from '../app/types'
import { createProjectTrash, titleMismatch, workspaceOf, type ProjectTrash } from '../project/project-trash'
import { forgetOpened } from '../project/recent'
import type { By } from '../project/types'
import { purgeWithProse, restoreWithProse } from '../story/trash-with-prose'

const author: By = { actor: 'author', sessionId: null, callId: null }
const projectsOf = ({ core }: RequestContext, runtime: ProjectRuntime): ProjectTrash => createProjectTrash(workspaceOf(runtime.project.dir), core.env)

/** Story items with the texts that went along; those are no rows of their own. */
function storyItems({ project, story }: ProjectRuntime): { item: TrashItem; texts: TrashItem[] }[] {
  const files = new Map(project.trash.list().map((item) => [item.id, item]))
  return story.trashList().map(({ actor, ...row }) => {
    const texts = story.proseItems(row.id).map((text) => files.get(text.item)).filter((text) => text !== undefined)
    return { item: { ...row, by: actor, bytes: texts.reduce((sum, text) => sum + text.bytes, 0) }, texts }
  })
}

const isStory = ({ story }: ProjectRuntime, id: string): boolean => story.trashList().some((item) => item.id === id)

/** A chapter reads as its prose, and lists its texts when it has several; anything else says what was planned. */
async function storyPreview({ project, story }: ProjectRuntime, { item, texts }: { item: TrashItem; texts: TrashItem[] }): Promise<{ text: string; holds: string[] }> {
  const [first, ...more] = texts
  if (first === undefined) return story.trashedWords(item.id)
  return { text: (await project.trash.preview(first.id)).text, holds: more.length === 0 ? [] : texts.map(({ name }) => name) }
}

/** Hidden slices of the world lie in the trash too; `from` is their time. */
const sliceMark = 'slice-'
const sliceItems = ({ world }: ProjectRuntime): { item: TrashItem; slice: Slice }[] => world.trash().map(({ slice, at, actor, sessionId }) => ({
  item: { id: `${sliceMark}${slice.id}`, kind: 'slice', name: slice.title, from: slice.time, place: [], by: actor, sessionId, at, words: 0, bytes: 0 },
  slice,
}))
/** Which of these trash ids are hidden slices. */
function slicesAmong({ world }: ProjectRuntime, ids: readonly string[]): string[] {
  if (!ids.some((id) => id.startsWith(sliceMark))) return []
  const hidden = new Set(world.hidden().map(({ id }) => `${sliceMark}${id}`))
  return ids.filter((id) => hidden.has(id))
}

function restoreSlice({ world }: ProjectRuntime, id: string): Output<'trash.restore'> {
  const slice = id.slice(sliceMark.length)
  world.restore(slice)
  return { restoredTo: world.slice(slice).time, renamed: false, story: null }
}

/** Whether a run of the project is at work; then it is not deleted (02 §4). */
const isBusy = ({ agents }: ProjectRuntime): boolean => agents.list().some((session) => session.status === 'running')

/** One list for files, story and whole projects (09 §10). */
export const trashHandlers: Handlers<keyof typeof trashProcedures, RequestContext> = {
  'trash.list': (input, context) => {
    const runtime = context.core.get(input.project)
    const story = storyItems(runtime)
    const tied = new Set(story.flatMap(({ texts }) => texts.map((text) => text.id)))
    const files = runtime.project.trash.list().filter((item) => !tied.has(item.id))
    return { items: [...story.map(({ item }) => item), ...sliceItems(runtime).map(({ item }) => item), ...files, ...projectsOf(context, runtime).list()].sort((a, b) => (a.at < b.at ? 1 : -1)) }
  },
  'trash.preview': async (input, context) => {
    const runtime = context.core.get(input.project)
    const story = storyItems(runtime).find(({ item }) => item.id === input.id)
    const plain = { text: '', holds: [], patches: [] }
    if (story !== undefined) return { ...plain, ...(await storyPreview(runtime, story)) }
    const slice = input.id.startsWith(sliceMark) ? sliceItems(runtime).find(({ item }) => item.id === input.id) : undefined
    if (slice !== undefined) return { ...plain, text: slice.slice.summary, patches: slice.slice.patches ?? [] }
    if (projectsOf(context, runtime).has(input.id)) return plain
    return { ...plain, ...(await runtime.project.trash.preview(input.id)) }
  },
  'trash.restore': async (input, context) => {
    const runtime = context.core.get(input.project)
    runtime.project.assertWritable()
    if (isStory(runtime, input.id)) return restoreWithProse(runtime, input.id)
    if (slicesAmong(runtime, [input.id]).length > 0) return restoreSlice(runtime, input.id)
    const projects = projectsOf(context, runtime)
    if (!projects.has(input.id)) return { ...(await runtime.project.trash.restore(input.id)), story: null }
    const { dir, renamed } = await projects.restore(input.id)
    runtime.project.emit({ type: 'trash.changed' })
    return { restoredTo: dir, renamed, story: null }
  },
  'trash.purge': async (input, context) => {
    const runtime = context.core.get(input.project)
    runtime.project.assertWritable()
    const projects = projectsOf(context, runtime)
    const whole = input.ids.filter((id) => projects.has(id))
    for (const id of whole) await projects.purge(id, input.confirmTitle)
    const story = input.ids.filter((id) => isStory(runtime, id))
    const purged = story.length === 0 ? 0 : await purgeWithProse(runtime, story)
    const slices = slicesAmong(runtime, input.ids)
    for (const id of slices) runtime.world.purge(id.slice(sliceMark.length))
    const files = await runtime.project.trash.purge(input.ids.filter((id) => ![...story, ...whole, ...slices].includes(id)))
    runtime.project.emit({ type: 'trash.changed' })
    return { purged: whole.length + purged + slices.length + files }
  },
  'trash.deleteProject': async (input, context) => {
    const runtime = context.core.get(input.project)
    const { project } = runtime
    project.assertWritable()
    const { title } = project.manifest()
    if (input.confirmTitle !== title) titleMismatch(title)
    if (isBusy(runtime)) fail('PROJECT_BUSY', 'An agent is at work in this project; stop it first.')
    const words = (await runtime.manuscript.prose()).reduce((sum, node) => sum + node.words, 0)
    await context.core.closeProject(input.project)
    await projectsOf(context, runtime).put(project.dir, title, words, author)
    await forgetOpened(context.core.env, project.dir)
    return {}
  },
}
