import { readsProject } from '../project-readers'
import type { Runtime } from '../runtime'
import type { Caller, ToolContext } from '../types'
import type { Admitted, Work } from './work'

/** What a tool is handed beside its arguments. While it prepares nobody hears of its progress. */
export class CallContext implements ToolContext {
  readonly caller: Caller
  readonly settings: ToolContext['settings']
  readonly signal: AbortSignal
  readonly readsProject: ToolContext['readsProject']
  readonly progress: ToolContext['progress']
  readonly #work: Work

  constructor(runtime: Runtime, work: Work, { settings, profile }: Pick<Admitted, 'settings' | 'profile'>, signal: AbortSignal, progress: ToolContext['progress'] = silent) {
    this.caller = work.caller
    this.settings = settings
    this.signal = signal
    this.readsProject = () => readsProject(runtime, profile, work.caller)
    this.progress = progress
    this.#work = work
  }

  get startedAt(): string { return this.#work.startedAt }
}

const silent: ToolContext['progress'] = () => undefined
