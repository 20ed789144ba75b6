import { fail } from '@shared/fault'
import type { Handlers } from '@shared/procedures'
import type { TrashItem, trashProcedures } from '@shared/procedures/files'
import type { ProjectRuntime, RequestContext } from '../app/types'
import { createProjectTrash, titleMismatch, workspaceOf, type ProjectTrash } from '../project/project-trash'
import { forgetOpened } from '../project/recent'
import type { By } from '../project/types'

const author: By = { actor: 'author', sessionId: null, callId: null }
const projectsOf = ({ core }: RequestContext, runtime: ProjectRuntime): ProjectTrash => createProjectTrash(workspaceOf(runtime.project.dir), core.env)

/** Story items with what is tied to them; the tied files are no rows of their own. */
function storyItems({ project, story }: ProjectRuntime): { item: TrashItem; parts: TrashItem[] }[] {
  return story.trashList().map(({ actor, ...row }) => {
    const parts = project.trash.parts(row.id)
    const sum = (of: 'words' | 'bytes'): number => parts.reduce((total, part) => total + part[of], 0)
    return { item: { ...row, by: actor, words: Math.max(row.words, sum('words')), bytes: sum('bytes') }, parts }
  })
}

async function restoreStory({ project, story }: ProjectRuntime, id: string): Promise<{ restoredTo: string; renamed: boolean }> {
  const { restoredTo, renamed } = story.restore(id)
  for (const part of project.trash.parts(id)) await project.trash.restore(part.id)
  project.emit({ type: 'trash.changed' })
  return { restoredTo, renamed }
}

/** Whether a run of the project is at work; then it is not deleted (02 §4). */
const isBusy = ({ agents }: ProjectRuntime): boolean => agents.list().some((session) => session.status === 'running')

/** One list for files, story and whole projects (09 §10). */
export const trashHandlers: Handlers<keyof typeof trashProcedures, RequestContext> = {
  'trash.list': (input, context) => {
    const runtime = context.core.get(input.project)
    const story = storyItems(runtime)
    const tied = new Set(story.flatMap(({ parts }) => parts.map((part) => part.id)))
    const files = runtime.project.trash.list().filter((item) => !tied.has(item.id))
    return { items: [...story.map(({ item }) => item), ...files, ...projectsOf(context, runtime).list()].sort((a, b) => (a.at < b.at ? 1 : -1)) }
  },
  'trash.preview': async (input, context) => {
    const runtime = context.core.get(input.project)
    const story = storyItems(runtime).find(({ item }) => item.id === input.id)
    const first = story?.parts[0]
    if (story !== undefined) return first === undefined ? { text: '', holds: [] } : runtime.project.trash.preview(first.id)
    if (projectsOf(context, runtime).has(input.id)) return { text: '', holds: [] }
    return runtime.project.trash.preview(input.id)
  },
  'trash.restore': async (input, context) => {
    const runtime = context.core.get(input.project)
    runtime.project.assertWritable()
    if (runtime.story.trashList().some((item) => item.id === input.id)) return restoreStory(runtime, input.id)
    const projects = projectsOf(context, runtime)
    if (!projects.has(input.id)) return runtime.project.trash.restore(input.id)
    const { dir, renamed } = await projects.restore(input.id)
    runtime.project.emit({ type: 'trash.changed' })
    return { restoredTo: dir, renamed }
  },
  'trash.purge': async (input, context) => {
    const runtime = context.core.get(input.project)
    runtime.project.assertWritable()
    const projects = projectsOf(context, runtime)
    const whole = input.ids.filter((id) => projects.has(id))
    for (const id of whole) await projects.purge(id, input.confirmTitle)
    const story = new Set(runtime.story.trashList().map((item) => item.id))
    const chosen = input.ids.filter((id) => story.has(id))
    const tied = chosen.flatMap((id) => runtime.project.trash.parts(id).map((part) => part.id))
    const purged = chosen.length === 0 ? 0 : runtime.story.purge(chosen)
    await runtime.project.trash.purge(tied)
    const files = await runtime.project.trash.purge(input.ids.filter((id) => !story.has(id) && !whole.includes(id)))
    runtime.project.emit({ type: 'trash.changed' })
    return { purged: whole.length + purged + files }
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
