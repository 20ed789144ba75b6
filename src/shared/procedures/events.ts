import { z } from 'zod'
import { Numbered } from '../events'
import { open } from './procedure'

export const eventProcedures = {
  'events.snapshot': open('Where the event stream stands now.', z.strictObject({ project: z.string() }), z.object({ epoch: z.string(), seq: z.number() })),
  'events.since': open('Events after `seq` of this epoch; `gap` when they are no longer kept and a snapshot is due.', z.strictObject({ project: z.string(), epoch: z.string(), seq: z.number() }), z.object({ events: z.array(Numbered), gap: z.boolean() })),
} as const
