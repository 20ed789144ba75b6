import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import type { Answer } from '@shared/bridge'
import { isCancelled, isFault } from '@shared/fault'
import type { Fault } from '@shared/fault'
import type { Handlers, NamesOf, ProcedureName } from '@shared/procedures'
import { checkCall } from './call-check'
import type { Sender } from './call-check'
import type { CoreSupervisor } from './core-supervisor'
import type { Log } from './log'
import type { AppWindow, Windows } from './windows'

/** What a handler of main knows about the call. */
export interface MainContext { readonly window: AppWindow }
export type MainHandlers = Handlers<NamesOf<'main'>, MainContext>
export interface GatewayParts { windows: Windows; handlers: MainHandlers; core: Pick<CoreSupervisor, 'call'>; log: Log }

/** The ONE channel from renderers: checked, then answered here or by core. Messages of a checked window are the author's own (12). */
export function registerGateway(ipc: IpcMain, parts: GatewayParts): void {
  ipc.handle('wenqu.call', async (event, name: unknown, input: unknown): Promise<Answer<unknown>> => {
    const window = parts.windows.of(event.sender)
    const checked = checkCall(senderOf(event, window), name, input)
    if (!checked.ok) return refused(checked.fault, parts.log)
    if (!window) return refused({ code: 'SENDER_REFUSED', message: 'This window is closing.' }, parts.log)
    const handler = Object.hasOwn(parts.handlers, checked.name) ? parts.handlers[checked.name as NamesOf<'main'>] : null
    if (handler) return answerHere(handler as (input: unknown, context: MainContext) => unknown, checked.input, window, parts.log)
    const answer = await parts.core.call(checked.name, checked.input, 'human')
    bindProject(window, checked.name, checked.input, answer)
    return answer
  })
}

function senderOf(event: IpcMainInvokeEvent, window: AppWindow | null): Sender {
  const frame = event.senderFrame
  return { ourWindow: window !== null, topFrame: frame !== null && frame.parent === null && frame === event.sender.mainFrame, origin: frame?.origin ?? '' }
}

function refused(fault: Fault, log: Log): Answer<never> {
  log.warn('message refused', { code: fault.code })
  return { ok: false, fault }
}

async function answerHere(handler: (input: unknown, context: MainContext) => unknown, input: unknown, window: AppWindow, log: Log): Promise<Answer<unknown>> {
  try {
    return { ok: true, value: await handler(input, { window }) }
  } catch (error) {
    if (isFault(error)) return { ok: false, fault: error.fault }
    if (isCancelled(error)) return { ok: false, fault: { code: 'CANCELLED', message: 'Stopped.' } }
    const reference = `m-${Date.now().toString(36)}`
    log.error('handler failed', { reference, why: error instanceof Error ? error.message : String(error) })
    return { ok: false, fault: { code: 'INTERNAL', message: `Something went wrong in the app (reference ${reference}).`, data: { reference } } }
  }
}

const opening = new Set<ProcedureName>(['projects.open', 'projects.create', 'projects.takeOverLock'])
const leaving = new Set<ProcedureName>(['projects.close', 'trash.deleteProject'])

/** A window shows the project it opened last: its events, its drafts, its place. */
function bindProject(window: AppWindow, name: ProcedureName, input: unknown, answer: Answer<unknown>): void {
  if (!answer.ok) return
  const value = answer.value
  if (opening.has(name) && typeof value === 'object' && value !== null && 'project' in value && 'dir' in value) window.project = { slug: String(value.project), dir: String(value.dir) }
  const left = leaving.has(name) && typeof input === 'object' && input !== null && 'project' in input && input.project === window.project?.slug
  if (!left) return
  window.project = null
  // A reload must not go back to what was left.
  window.launch = { project: null, sample: false }
}
