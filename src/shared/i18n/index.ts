import { approvals } from './approvals'
import { board } from './board'
import { commands } from './commands'
import { common } from './common'
import { context } from './context'
import { editor } from './editor'
import { exporting } from './exporting'
import { faults } from './faults'
import { files } from './files'
import { firstRun } from './first-run'
import { frame } from './frame'
import { importing } from './importing'
import { inbox } from './inbox'
import { jobResults } from './job-results'
import { jobs } from './jobs'
import { ledger } from './ledger'
import { profiles } from './profiles'
import { servers } from './servers'
import { sessions } from './sessions'
import { settings } from './settings'
import { story } from './story'
import { toolWords } from './tool-words'
import { tools } from './tools'
import { trash } from './trash'
import { webSettings } from './web-settings'
import { world } from './world'

/** Every text of the window, in both languages (09 §19: one catalogue). */
export const messages = { ...common, ...frame, ...faults, ...commands, ...firstRun, ...story, ...board, ...ledger, ...world, ...files, ...editor, ...sessions, ...context, ...approvals, ...trash, ...settings, ...webSettings, ...importing, ...exporting, ...inbox, ...jobs, ...jobResults, ...profiles, ...tools, ...servers, ...toolWords } as const
export type MessageKey = keyof typeof messages

/** Whether a text exists under a key made of data (a tool, a code, a field); else the data itself is shown. */
export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(messages, key)
