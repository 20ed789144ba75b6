import { anyTail, findTail, gitDiffTail, gitLogTail, gitStatusTail, grepTail, pytestTail, rgTail, type TailCheck } from './tails'

export type RuleName = 'git status' | 'git diff' | 'git log' | 'ls' | 'grep' | 'rg' | 'find' | 'pytest' | 'uv run pytest' | 'npm test' | 'pnpm test'

/** A built-in rule (06 §9): its words come first in the command, exactly. */
export interface Rule {
  readonly name: RuleName
  readonly words: readonly string[]
  readonly tail: TailCheck
  /** Changes nothing and stays in the project; the others are test runners of a trusted project. */
  readonly readOnly: boolean
}

const rule = (name: RuleName, tail: TailCheck, readOnly: boolean): Rule => ({ name, words: name.split(' '), tail, readOnly })

export const builtInRules: readonly Rule[] = [
  rule('git status', gitStatusTail, true), rule('git diff', gitDiffTail, true), rule('git log', gitLogTail, true), rule('ls', anyTail, true), rule('grep', grepTail, true),
  rule('rg', rgTail, true), rule('find', findTail, true), rule('pytest', pytestTail, false), rule('uv run pytest', pytestTail, false), rule('npm test', anyTail, false), rule('pnpm test', anyTail, false),
]

/** Where a rule of the author's own stands: global config, `.noeta/`, or `.nbook/`, where remembered commands are kept. */
export type RuleSource = 'global' | 'noeta' | 'nbook'
/** `subcommand` null: no word may follow the program; absent: any (06 §9 "Own rules"). */
export interface OwnRule { readonly program: string; readonly subcommand?: string | null; readonly label?: string; readonly source: RuleSource }

/** The words after a rule's own, or null when the rule is for another command. */
export function tailAfter(words: readonly string[], first: readonly string[]): readonly string[] | null {
  return first.every((word, at) => words[at] === word) ? words.slice(first.length) : null
}

export function tailOfOwn(words: readonly string[], own: OwnRule): readonly string[] | null {
  if (own.subcommand === null) return words.length === 1 && words[0] === own.program ? [] : null
  return tailAfter(words, own.subcommand === undefined ? [own.program] : [own.program, own.subcommand])
}
