import type { Found, LintTarget } from './types'

const risky: readonly (readonly [RegExp, string])[] = [
  [/\beval\b\s*\(?/, 'eval'], [/\bshell\s*=\s*True\b/, 'shell=True'], [/\bos\.system\s*\(/, 'os.system'], [/\bnew Function\s*\(/, 'new Function'], [/\bexecSync\s*\(|\bexec\s*\(\s*`/, 'exec with a built text'],
]
/** `$(…)` outside double quotes: its words are split and globbed. */
const unquoted = /(?:^|[\s=;|&(])\$\([^)]*\)/

/** S: what makes a script run more than its author wrote. */
export function scriptRules(tool: LintTarget): Found[] {
  if (!tool.script) return []
  const found: Found[] = []
  for (const { path, text } of tool.script.files) {
    text.split('\n').forEach((line, index) => {
      const hit = risky.find(([pattern]) => pattern.test(line))?.[1] ?? (/\.(?:sh|bash)$/.test(path) && unquoted.test(line.replace(/"[^"]*"|'[^']*'/g, '""')) ? 'unquoted $(…)' : undefined)
      if (hit !== undefined && !/^\s*(?:#|\/\/)/.test(line)) found.push({ rule: 'S-1', level: 'warn', pointer: `/${path}:${index + 1}`, actual: hit, expected: 'arguments as data', fix: 'pass lists of words, quote what is expanded' })
    })
  }
  for (const name of tool.script.env) if (/KEY|TOKEN|SECRET|PASSWORD/i.test(name)) found.push({ rule: 'S-2', level: 'warn', pointer: '/env', actual: `asks for ${name}`, expected: 'no secret in the environment', fix: 'leave it out, or read it from where the author keeps it' })
  return found
}
