import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { fail } from '@shared/fault'
import { hashBytes } from '../project/hash'
import { below } from '../project/paths/contain'

const maxScriptBytes = 65_536
const interpreters: Readonly<Record<string, string>> = { '.sh': 'bash', '.py': 'python3', '.js': 'node', '.mjs': 'node' }

/** A script that may run: its real file, what runs it, and the hash its approval is bound to. */
export interface SkillScript { readonly relpath: string; readonly real: string; readonly interpreter: string; readonly hash: string }

/** Arguments go to the program as they are, and still hold nothing a shell would read (05 §2.4). SKILL_ARGS. */
export function checkScriptArgs(args: readonly string[]): void {
  const bad = args.length > 16 ? 'more than 16 arguments' : args.some((arg) => arg === '') ? 'an empty argument' : args.some((arg) => arg.length > 4_096) ? 'an argument of more than 4,096 characters'
    : args.some((arg) => /[;&|<>`$()\n\r\0]/.test(arg)) ? 'a character that a shell would read' : null
  if (bad !== null) fail('SKILL_ARGS', `run_skill_script got ${bad}.`, { pointer: '/args', expected: 'at most 16 texts of up to 4,096 characters without ; & | < > ` $ ( ) or line breaks' })
}

/** The scripts of a skill: regular files that do not leave it, small enough, with a known ending. */
export function scriptsOf(dir: string): SkillScript[] {
  const root = realpathSync(dir)
  return filesBelow(root, 0).flatMap((path) => scriptAt(root, path))
}

/** SKILL_SCRIPT lists what there is. */
export function findScript(dir: string, relpath: string): SkillScript {
  const scripts = scriptsOf(dir)
  return scripts.find((one) => one.relpath === relpath) ?? fail('SKILL_SCRIPT', `this skill has no script "${relpath.slice(0, 200)}".`, { actual: relpath.slice(0, 200), expected: scripts.map((one) => one.relpath).join(', ') || '(it has no scripts)' })
}

function scriptAt(root: string, path: string): SkillScript[] {
  const interpreter = interpreters[extname(path)]
  if (interpreter === undefined) return []
  const real = realpathSync(path)
  if (below(root, real) === null || !statSync(real).isFile() || statSync(real).size > maxScriptBytes) return []
  return [{ relpath: relative(root, path).split(sep).join('/'), real, interpreter, hash: hashBytes(readFileSync(real)) }]
}

const maxDepth = 6
const maxFiles = 500

function filesBelow(folder: string, depth: number): string[] {
  if (depth > maxDepth) return []
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, maxFiles)
  return entries.flatMap((entry) => (entry.isDirectory() ? filesBelow(join(folder, entry.name), depth + 1) : entry.isFile() ? [join(folder, entry.name)] : []))
}
