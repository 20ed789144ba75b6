import { approvals } from './approvals'
import { board } from './board'
import { commands } from './commands'
import { common } from './common'
import { context } from './context'
import { editor } from './editor'
import { faults } from './faults'
import { files } from './files'
import { firstRun } from './first-run'
import { frame } from './frame'
import { importing } from './importing'
import { inbox } from './inbox'
import { ledger } from './ledger'
import { sessions } from './sessions'
import { settings } from './settings'
import { story } from './story'
import { toolWords } from './tool-words'
import { tools } from './tools'
import { trash } from './trash'
import { world } from './world'

/** Every text of the window, in both languages (09 §19: one catalogue). */
export const messages = { ...common, ...frame, ...faults, ...commands, ...firstRun, ...story, ...board, ...ledger, ...world, ...files, ...editor, ...sessions, ...context, ...approvals, ...trash, ...settings, ...importing, ...inbox, ...tools, ...toolWords } as const
export type MessageKey = keyof typeof messages
