import type { Handlers, NamesOf } from '@shared/procedures'
import type { Drafts } from '../drafts'
import type { MainContext } from '../gateway'
import type { Layouts } from '../layout'
import type { AppWindow } from '../windows'

type DraftName = Extract<NamesOf<'main'>, `drafts.${string}` | `layout.${string}`>

/** Two novels may have folders of one name; what tells them apart is where they are. */
const keyOf = (window: AppWindow, project: string) => (window.project?.slug === project ? window.project.dir : project)

export function draftHandlers(drafts: Drafts, layouts: Layouts): Handlers<DraftName, MainContext> {
  return {
    'drafts.put': (draft, { window }) => drafts.put(keyOf(window, draft.project), draft),
    'drafts.list': async ({ project }, { window }) => ({ drafts: await drafts.list(keyOf(window, project)) }),
    'drafts.drop': async ({ project, path }, { window }) => {
      await drafts.drop(keyOf(window, project), path)
      return {}
    },
    'layout.get': ({ project }, { window }) => ({ layout: layouts.get(`project:${keyOf(window, project)}`) }),
    'layout.set': async ({ project, layout }, { window }) => {
      await layouts.set(`project:${keyOf(window, project)}`, layout)
      return {}
    },
  }
}
