import { accessSync, closeSync, constants, existsSync, openSync, readSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, sep } from 'node:path'
import { fail } from '@shared/fault'
import { findProgram, isInProject } from '../shell/programs'
import { codeWords } from './interpreters'

/** The words that start a tool, its program found; `{tool_dir}` and `{node}` stand for their places. SCRIPT_LAUNCH. */
export function wordsOf(command: readonly string[] | string, toolDir: string, path: string | undefined): string[] {
  const places: Readonly<Record<string, string>> = { '{tool_dir}': toolDir, '{node}': process.execPath }
  const filled = (text: string): string => text.replace(/\{tool_dir\}|\{node\}/g, (name) => places[name] ?? name)
  if (typeof command === 'string') {
    const shell = process.platform === 'win32' ? launchFault('a command for a shell runs on Linux and macOS only.') : '/bin/sh'
    return [shell, '-c', filled(command)]
  }
  const [first = '', ...rest] = command.map(filled)
  const words = [programOf(first, toolDir, path), ...rest]
  for (const { kind, text } of codeWords(command)) if (kind === 'file' || kind === 'optional') checkCode(filled(text), toolDir, kind === 'file')
  return words
}

/**
 * Code that an agent may write is not what the author approved, wherever the command says it lies. A script that cannot be read is
 * told before the start: interpreters end with 2 then, which of a script means that its arguments are wrong.
 */
function checkCode(name: string, toolDir: string, wanted: boolean): void {
  if (!isAbsolute(name)) return
  if (!existsSync(name)) return wanted ? launchFault(`there is no file "${name}".`) : undefined
  const real = realpathSync(name)
  if (!isOwn(real, toolDir) && isInProject(real)) launchFault(`the script "${name}" lies in a project, outside the tool's folder.`)
  try {
    accessSync(real, constants.R_OK)
  } catch {
    launchFault(`the script "${name}" may not be read.`)
  }
}
const isOwn = (real: string, toolDir: string): boolean => real.startsWith(realpathSync(toolDir) + sep)

const launchFault = (message: string): never => fail('SCRIPT_LAUNCH', message, { fix: 'Tell the author; the tool must be repaired.' })

function programOf(name: string, toolDir: string, path: string | undefined): string {
  if (!/[/\\]/.test(name)) return findProgram(name, path) ?? launchFault(`there is no program "${name.slice(0, 80)}" on this machine outside the projects.`)
  if (!isAbsolute(name)) return launchFault(`the program "${name.slice(0, 80)}" is a relative path; write {tool_dir}/ before it.`)
  if (!existsSync(name)) return launchFault(`there is no file "${name}".`)
  const real = realpathSync(name)
  if (!isOwn(real, toolDir) && isInProject(real)) return launchFault(`the program "${name}" lies in a project, outside the tool's folder.`)
  if (process.platform === 'win32') return /\.(?:cmd|bat)$/i.test(name) ? launchFault('a .cmd or .bat file cannot take arguments safely; name its program.') : name
  try {
    accessSync(real, constants.X_OK)
    if (!statSync(real).isFile()) return launchFault(`"${name}" is no file.`)
  } catch {
    return launchFault(`"${name}" may not be executed: make it executable, or name its interpreter in the command.`)
  }
  checkFirstLine(real, name)
  return name
}

/** A first line that no system can follow would end as a riddle: a CR at its end, an interpreter that is not there. */
function checkFirstLine(real: string, name: string): void {
  const bytes = Buffer.alloc(256)
  const file = openSync(real, 'r')
  const read = readSync(file, bytes, 0, bytes.length, 0)
  closeSync(file)
  const line = /^#!([^\n]*)/.exec(bytes.subarray(0, read).toString('latin1'))?.[1]
  if (line === undefined) return
  if (line.endsWith('\r')) launchFault(`the first line of "${name}" ends with a carriage return; save the file with LF line ends.`)
  const interpreter = line.trim().split(/\s+/, 1)[0] ?? ''
  if (!existsSync(interpreter)) launchFault(`the first line of "${name}" names the interpreter "${interpreter}", which is not there.`)
}
