import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { GlobalConfig } from '@shared/settings'
import { openConfigFile } from '../../project/config-store'
import type { Env } from '../../project/types'
import type { OwnRule } from './rules'
import { parseOwnRules, readOwnRules, type OwnRules } from './own-rules'

/** The author's rules of `~/.wenqu/config.json` as a command line reads them: always counted (06 §9). */
export function globalRules(env: Env): OwnRules {
  const { value, error } = openConfigFile(join(env.home, 'config.json'), GlobalConfig).get()
  return error === null ? parseOwnRules(value.shell.allowlist, 'global', 'config.json') : { rules: [], problems: [error] }
}

/** The project files that add rules, of which only a trusted project's are read. */
const files = [['.nbook', 'nbook'], ['.noeta', 'noeta']] as const
/** A project's rules; those in `.nbook` are what the author always allows there (05 §7). */
export const ruleFile = (dir: string, folder: (typeof files)[number][0]): string => join(dir, folder, 'shell-allowlist.json')

export function projectRules(dir: string): OwnRules {
  const found = files.map(([folder, source]) => readOwnRules(ruleFile(dir, folder), source))
  return { rules: found.flatMap(({ rules }) => rules), problems: found.flatMap(({ problems }) => problems) }
}

/** The rule files that a project has, for the warning of an untrusted one. */
export const ruleFilesOf = (dir: string): string[] => files.map(([folder]) => ruleFile(dir, folder)).filter((path) => existsSync(path))

/** The author's rules as they count now, read again at every call; what is wrong with a file is told once. */
export interface RuleBook { rules(global: unknown, trusted: boolean): OwnRule[] }

/** What was told already, by project, however often this process opens it. */
const toldOf = new Map<string, Set<string>>()

export function createRuleBook(dir: string, warn: (text: string) => void): RuleBook {
  const told = toldOf.get(dir) ?? new Set<string>()
  toldOf.set(dir, told)
  const once = (text: string): void => {
    if (told.has(text)) return
    told.add(text)
    warn(text)
  }
  return {
    rules: (global, trusted) => {
      const own = parseOwnRules(global, 'global', 'config.json')
      const project = trusted ? projectRules(dir) : { rules: [], problems: untrustedNote(dir) }
      for (const problem of [...own.problems, ...project.problems]) once(problem)
      return [...own.rules, ...project.rules]
    },
  }
}

/** All that is wrong with the author's rules as they stand, whether the project's count now or not. */
export const ruleProblems = (dir: string, global: unknown, trusted: boolean): string[] =>
  [...parseOwnRules(global, 'global', 'config.json').problems, ...projectRules(dir).problems, ...(trusted ? [] : untrustedNote(dir))]

/** One warning per project and process, naming the files and the act that makes them count (06 §9). */
function untrustedNote(dir: string): string[] {
  const found = ruleFilesOf(dir)
  return found.length === 0 ? [] : [`ALLOWLIST_UNTRUSTED: ${found.join(' and ')} would allow commands, but the project is not trusted; trust it in the window or by "wenqu human trust --project ${dir}".`]
}
