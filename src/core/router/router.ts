import { argsInvalid } from '@shared/bridge'
import type { Answer } from '@shared/bridge'
import { isCancelled, isFault } from '@shared/fault'
import { isProcedureName, procedures } from '@shared/procedures'
import type { Handlers, NamesOf } from '@shared/procedures'
import type { Core, RequestContext } from '../app/types'

export type CoreHandlers = Handlers<NamesOf<'core'>, RequestContext>
/** Keeps what went wrong; returns the reference that author and model see (12 "Defect"). */
export type ReportDefect = (name: string, error: unknown) => string

/** Answers procedures by name, from whatever transport they came (01 Public surfaces 3). Never throws. */
export interface Router { handle(name: string, input: unknown, principal: 'human' | 'open'): Promise<Answer<unknown>> }

export function createRouter(core: Core, handlers: CoreHandlers, reportDefect: ReportDefect): Router {
  const table = new Map<string, (input: unknown, context: RequestContext) => unknown>(Object.entries(handlers) as [string, (input: unknown, context: RequestContext) => unknown][])
  const refuse = (code: string, message: string): Answer<never> => ({ ok: false, fault: { code, message } })
  return {
    handle: async (name, input, principal) => {
      const handler = table.get(name)
      if (!isProcedureName(name) || !handler) return refuse('PROCEDURE_UNKNOWN', `There is no procedure "${name.slice(0, 80)}" here.`)
      if (procedures[name].access === 'human' && principal !== 'human') return refuse('HUMAN_ONLY', `${name} is the author's own act.`)
      const parsed = procedures[name].input.safeParse(input)
      if (!parsed.success) return { ok: false, fault: argsInvalid(name, parsed.error.issues) }
      try {
        return { ok: true, value: await handler(parsed.data, { core, principal }) }
      } catch (error) {
        if (isFault(error)) return { ok: false, fault: error.fault }
        if (isCancelled(error)) return refuse('CANCELLED', 'Stopped.')
        const reference = reportDefect(name, error)
        return { ok: false, fault: { code: 'INTERNAL', message: `Something went wrong inside the app (reference ${reference}).`, data: { reference } } }
      }
    },
  }
}
