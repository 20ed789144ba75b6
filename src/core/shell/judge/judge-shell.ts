import { namesControlFolder, leavesProject } from './places'
import { builtInRules, tailAfter, tailOfOwn, type OwnRule, type Rule, type RuleName } from './rules'
import { ownTails } from './tails'
import { expands, splitWords } from './words'

/** Everything the verdict depends on. `own` holds project files' rules only when the project is trusted. */
export interface ShellFacts { readonly trusted: boolean; readonly own: readonly OwnRule[] }

/** A command that may run without asking: exactly these words, never a shell. */
export interface JudgedCommand { readonly words: readonly string[]; /** Null: a rule of the author's own. */ readonly rule: RuleName | null; readonly tail: readonly string[]; readonly readOnly: boolean }

export type ShellVerdict =
  | { verdict: 'allow'; code: 'SHELL_RULE' | 'SHELL_REMEMBERED'; text: string; command: JudgedCommand }
  | { verdict: 'ask'; code: string; text: string }
  | { verdict: 'deny'; code: 'ARGS_INVALID'; text: string }

const mostUnits = 16_384
const meta = /[;&|<>`$()\n\r]/
/** C0 but tab, DEL, C1, and the characters that turn or hide text (06 §1.2 step 1). */
const hidden = /(?!\t)[\p{Cc}\u061C\u200B\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/u

/** May this raw command run without asking? The rule of 06 §9, steps 1-5; the first failing step is the reason. Pure. */
export function judgeShell(text: string, facts: ShellFacts): ShellVerdict {
  if (text.includes('\0')) return { verdict: 'deny', code: 'ARGS_INVALID', text: 'the command holds a NUL character.' }
  if (text.length > mostUnits) return ask('SHELL_LONG', `the command is longer than ${mostUnits} characters.`)
  if (meta.test(text)) return ask('SHELL_META', 'the command holds one of ; & | < > ` $ ( ) or a line break; such a command is read by a shell.')
  if (hidden.test(text) || !text.isWellFormed()) return ask('SHELL_META', 'the command holds a control or invisible character.')
  if (expands(text)) return ask('SHELL_EXPANSION', 'the command holds an unquoted { * ? [ or ~; quote it if it is meant as it is.')
  const words = splitWords(text)
  if (words === null) return ask('SHELL_QUOTING', 'the command is empty, or a quote or backslash in it has no end.')
  return judgeWords(words, facts)
}

function judgeWords(words: readonly string[], facts: ShellFacts): ShellVerdict {
  const rule = builtInRules.find((each) => tailAfter(words, each.words) !== null)
  if (rule === undefined) return judgeOwn(words, facts.own) ?? noRule(words)
  const tail = tailAfter(words, rule.words) ?? []
  if (!rule.tail(tail)) return ask('SHELL_ARG', `${rule.name} is allowed, but not with these arguments.`)
  if (!rule.readOnly && !facts.trusted) return judgeOwn(words, facts.own) ?? ask('SHELL_UNTRUSTED', `${rule.name} runs the project's own code, and the project is not trusted.`)
  const placed = rule.readOnly ? misplaced(rule, tail) : null
  return placed ?? allow('SHELL_RULE', `${rule.name} is on the list.`, { words, rule: rule.name, tail, readOnly: rule.readOnly })
}

/** Step 5. */
function misplaced(rule: Rule, tail: readonly string[]): ShellVerdict | null {
  const outside = tail.find((word) => leavesProject(word, rule.words[0] === 'git'))
  if (outside !== undefined) return ask('SHELL_OUTSIDE', `"${cut(outside)}" may lead outside the project.`)
  const control = tail.find(namesControlFolder)
  return control === undefined ? null : ask('SHELL_PROTECTED', `"${cut(control)}" names a folder of the app's or git's own.`)
}

function judgeOwn(words: readonly string[], own: readonly OwnRule[]): ShellVerdict | null {
  const found = own.find((each) => tailOfOwn(words, each) !== null)
  if (found === undefined) return null
  const tail = tailOfOwn(words, found) ?? []
  const name = [found.program, ...(typeof found.subcommand === 'string' ? [found.subcommand] : [])].join(' ')
  if (ownTails[found.program]?.(words.slice(1)) === false) return ask('SHELL_ARG', `${name} is on the author's list, but these arguments write a file or run another program.`)
  const control = tail.find(namesControlFolder)
  if (control !== undefined) return ask('SHELL_PROTECTED', `"${cut(control)}" names a folder of the app's or git's own.`)
  return allow(found.source === 'nbook' ? 'SHELL_REMEMBERED' : 'SHELL_RULE', `${name} is on the author's list.`, { words, rule: null, tail, readOnly: false })
}

function noRule([program = '']: readonly string[]): ShellVerdict {
  return ask('SHELL_NO_RULE', `no rule allows "${cut(program)}".`)
}

const cut = (word: string): string => (word.length > 60 ? `${word.slice(0, 60)}…` : word)
const ask = (code: string, text: string): ShellVerdict => ({ verdict: 'ask', code, text })
const allow = (code: 'SHELL_RULE' | 'SHELL_REMEMBERED', text: string, command: JudgedCommand): ShellVerdict => ({ verdict: 'allow', code, text, command })
