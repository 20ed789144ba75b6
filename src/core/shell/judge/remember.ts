import { fail } from '@shared/fault'
import { ShellRule } from '@shared/settings'
import { mayDestroy } from './destroys'
import { judgeShell, type ShellFacts } from './judge-shell'
import { runsAnyCode } from './own-rules'
import type { OwnRule } from './rules'
import { splitWords } from './words'

/** What "always allow in this project" would store: word 1 and word 2; one word alone takes no tail (05 §7). */
export interface Remembered { readonly program: string; readonly subcommand: string | null }

const refuse = (why: string): never => fail('REMEMBER_REFUSED', `this command cannot be remembered: ${why}.`, { fix: 'Approve it each time.' })

/** The rule a command would leave behind. REMEMBER_REFUSED: untrusted, read by a shell, a path, a program that runs any code or may destroy, or of no use. Pure. */
export function rememberable(command: string, facts: ShellFacts): Remembered {
  if (!facts.trusted) return refuse('the project is not trusted')
  const now = judgeShell(command, facts)
  if (now.verdict === 'allow') return refuse('it needs no asking')
  const words = splitWords(command)
  if (now.code !== 'SHELL_NO_RULE' || words === null) return refuse(now.text.replace(/\.$/, ''))
  const [program = '', second] = words
  if (/[/\\]/.test(program)) return refuse('its program is a path')
  if (runsAnyCode(program)) return refuse(`"${program}" runs any code`)
  // What follows the two words is free, also outside the project, where nothing is journalled: deleting is asked about each time.
  if (mayDestroy(program, second ?? '')) return refuse('it may delete or overwrite, and its arguments would no longer be asked about')
  const rule: Remembered = { program, subcommand: second ?? null }
  if (!ShellRule.safeParse(rule).success) return refuse('its words do not make a rule')
  const then = judgeShell(command, { ...facts, own: [...facts.own, { ...rule, source: 'nbook' }] })
  return then.verdict === 'allow' ? rule : refuse(then.text.replace(/\.$/, ''))
}

/** The same program with the same second word. */
export const isSameRule = (a: Pick<OwnRule, 'program' | 'subcommand'>, b: Pick<OwnRule, 'program' | 'subcommand'>): boolean => a.program === b.program && a.subcommand === b.subcommand
