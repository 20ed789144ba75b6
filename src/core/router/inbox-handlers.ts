import type { Handlers } from '@shared/procedures'
import type { inboxProcedures } from '@shared/procedures/inbox'
import type { RequestContext } from '../app/types'

/** What others changed and proposals of dry runs, decided by the author (06 §7). */
export const inboxHandlers: Handlers<keyof typeof inboxProcedures, RequestContext> = {
  'inbox.list': ({ project, view, limit }, { core }) => core.get(project).inbox.list(view, limit),
  'inbox.show': ({ project, id }, { core }) => core.get(project).inbox.show(id),
  'inbox.keep': ({ project, ids }, { core }) => ({ kept: core.get(project).inbox.keep(ids) }),
  'inbox.revert': ({ project, id }, { core }) => core.get(project).inbox.revert(id),
  'inbox.revertAll': ({ project, ids }, { core }) => core.get(project).inbox.revertAll(ids),
  'inbox.apply': ({ project, id }, { core }) => core.get(project).inbox.apply(id),
  'inbox.resolve': ({ project, id, act, answer }, { core }) => core.get(project).inbox.resolve(id, act, answer),
}
