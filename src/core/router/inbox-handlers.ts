import type { Handlers } from '@shared/procedures'
import type { inboxProcedures } from '@shared/procedures/inbox'
import type { RequestContext } from '../app/types'

/** Proposals of dry runs, decided by the author (06 §7). */
export const inboxHandlers: Handlers<keyof typeof inboxProcedures, RequestContext> = {
  'inbox.proposals': ({ project }, { core }) => ({ proposals: core.get(project).proposals.list() }),
  'inbox.text': async ({ project, id }, { core }) => ({ text: await core.get(project).proposals.text(id) }),
  'inbox.apply': async ({ project, id }, { core }) => ({ changed: (await core.get(project).proposals.apply(id)).map((change) => change.target) }),
  'inbox.settle': ({ project, id, state }, { core }) => core.get(project).proposals.settle(id, state),
}
