import type { Handlers, NamesOf } from '@shared/procedures'
import type { RequestContext } from '../app/types'

type EventName = Extract<NamesOf<'core'>, `events.${string}`>

/** Where the stream stands, and what a window missed (12 "State"). Another epoch means another core: only a snapshot helps. */
export const eventsHandlers: Handlers<EventName, RequestContext> = {
  'events.snapshot': (_input, { core }) => ({ epoch: core.hub.epoch, seq: core.hub.seq() }),
  'events.since': ({ project, epoch, seq }, { core }) => {
    if (epoch !== core.hub.epoch) return { events: [], gap: true }
    const { events, gap } = core.hub.since(seq)
    return { events: events.filter((event) => event.project === null || event.project === project), gap }
  },
}
