import type { z } from 'zod'
import { approvalProcedures, sessionProcedures } from './agents'
import { appProcedures } from './app'
import { eventProcedures } from './events'
import { exportProcedures } from './export'
import { filesProcedures, trashProcedures } from './files'
import { importProcedures } from './import'
import { inboxProcedures } from './inbox'
import { jobProcedures } from './jobs'
import { mcpProcedures } from './mcp'
import { profileProcedures } from './profiles'
import { projectProcedures } from './project'
import { settingsProcedures } from './settings'
import { storyProcedures } from './story'
import { toolsProcedures } from './tools'
import { trustProcedures } from './trust'
import { webProcedures } from './web'
import { workflowProcedures } from './workflows'
import { worldProcedures } from './world'

/** Every call a window can make. A new one is added to its area's file, and only there. */
export const procedures = {
  ...appProcedures, ...projectProcedures, ...storyProcedures, ...filesProcedures, ...trashProcedures, ...sessionProcedures, ...approvalProcedures,
  ...worldProcedures, ...settingsProcedures, ...importProcedures, ...exportProcedures, ...inboxProcedures, ...jobProcedures, ...workflowProcedures, ...eventProcedures,
  ...toolsProcedures, ...trustProcedures, ...profileProcedures, ...webProcedures, ...mcpProcedures,
} as const

export type Procedures = typeof procedures
export type ProcedureName = keyof Procedures
/** What a caller passes (defaults may be left out). */
export type CallInput<N extends ProcedureName> = z.input<Procedures[N]['input']>
/** What a handler receives. */
export type HandlerInput<N extends ProcedureName> = z.output<Procedures[N]['input']>
export type Output<N extends ProcedureName> = z.output<Procedures[N]['output']>
export type NamesOf<H extends 'core' | 'main'> = { [N in ProcedureName]: [Procedures[N]['home']] extends [H] ? N : never }[ProcedureName]
/** The answers of one process; TypeScript refuses a build in which one is missing. */
export type Handlers<N extends ProcedureName, C> = { readonly [K in N]: (input: HandlerInput<K>, context: C) => Promise<Output<K>> | Output<K> }

export const isProcedureName = (name: string): name is ProcedureName => Object.hasOwn(procedures, name)
