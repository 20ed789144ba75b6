import type { Effect } from '@shared/tool-result'
import type { ShellPlan } from '../shell/types'
import type { Problem } from './types'

/** Controls and characters that turn or hide text, but for line feeds. */
const hidden = /(?!\n)[\p{Cc}\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/gu
const visible = (text: string): string => text.replace(hidden, (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`)

export interface ShellShown { plan: ShellPlan; dir: string; timeoutMs: number | null; warnings: readonly string[] }

/** The card of a command (05 §6): the whole of it with hidden characters written out, where, how long, and what kind of act it looks like. */
export function shellEffect({ plan, dir, timeoutMs, warnings }: ShellShown): Effect {
  const command = plan.kind === 'shell' ? plan.command : plan.kind === 'argv' ? plan.command.words.join(' ') : [plan.program, ...plan.args].join(' ')
  const program = plan.kind === 'shell' ? plan.program : `${plan.program} ${JSON.stringify(plan.args)}`
  return {
    kind: 'shell', target: visible(command.split('\n', 1)[0] ?? ''), resolved: dir, before: null, after: null, action: 'run',
    preview: `${visible(command)}\n(effects unknown; files are journalled)`,
    fields: [
      { field: 'cwd', from: null, to: dir }, { field: 'timeout', from: null, to: timeoutMs === null ? 'until it ends' : `${timeoutMs / 1_000} s` },
      { field: 'program', from: null, to: program }, { field: 'warning', from: null, to: warnings.join(', ') },
    ],
  }
}

/** `command` blank or with NUL (06 §8). */
export function commandProblems(command: string): Problem[] {
  if (command.includes('\0')) return [{ pointer: '/command', message: 'actual a text with NUL; expected a command without NUL characters.' }]
  return command.trim() === '' ? [{ pointer: '/command', message: 'actual a blank text; expected a command.' }] : []
}

export const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))
