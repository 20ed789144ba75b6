import { readFileSync } from 'node:fs'
import { ShellRule } from '@shared/settings'
import type { OwnRule, RuleSource } from './rules'

/** Rules of one list, and what in it could not be used, in words. */
export interface OwnRules { rules: OwnRule[]; problems: string[] }

/** A file of the author's own rules (06 §9 "Own rules"): absent, unreadable or no JSON list = no rules; bad items are skipped. */
export function readOwnRules(path: string, source: RuleSource): OwnRules {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
    return { rules: [], problems: missing ? [] : [`${path} cannot be read.`] }
  }
  try {
    return parseOwnRules(JSON.parse(text.replace(/^\uFEFF/, '')), source, path)
  } catch {
    return { rules: [], problems: [`${path} is not JSON.`] }
  }
}

export function parseOwnRules(value: unknown, source: RuleSource, where: string): OwnRules {
  if (!Array.isArray(value)) return { rules: [], problems: [`${where} is not a list of rules.`] }
  const out: OwnRules = { rules: [], problems: [] }
  for (const [at, item] of value.entries()) {
    const parsed = ShellRule.safeParse(item)
    if (!parsed.success) {
      out.problems.push(`${where}: item ${at + 1} was skipped: ${parsed.error.issues[0]?.message ?? 'not a rule'}.`)
      continue
    }
    const { program, subcommand, label } = parsed.data
    out.rules.push({ program, source, ...(subcommand === undefined ? {} : { subcommand }), ...(label === undefined ? {} : { label }) })
  }
  return out
}

const runners = /^(?:(?:ba|da|z|k|c|tc|fi|a)?sh|python[\d.]*|pypy\d*|perl[\d.]*|ruby|irb|node|deno|bun|php|lua(?:jit)?|tclsh|wish|g?awk|mawk|nawk|sed|env|xargs|sudo|doas|su|nice|nohup|setsid|timeout|time|stdbuf|strace|watch|parallel|busybox|toybox|command|exec|eval|source|make|npx|pnpx|bunx|uvx|uv|poetry|pipx|ssh|expect|script|screen|tmux|vim?|nvim|emacs|ed|ex|osascript|pwsh|powershell|cmd|wscript|cscript|java|go|cargo|docker|podman|unshare|chroot|nsenter|flock)$/i

/** Shells, interpreters and launchers: a rule for one lets any code run, and is marked so (06 §9, 05 §7). */
export const runsAnyCode = (program: string): boolean => runners.test(program.replace(/\.exe$/i, ''))
