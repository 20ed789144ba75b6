import { accessSync, constants } from 'node:fs'
import { isAbsolute } from 'node:path'
import { fail } from '@shared/fault'
import { realPathOf } from '../project/real-path'
import { findProgram, isInProject } from '../shell/programs'

/** The program of a server: a name found outside every project, or an absolute path outside them. MCP_UNAVAILABLE. */
export function programOf(command: string, path: string | undefined): string {
  if (command === '{node}') return process.execPath
  if (!/[/\\]/.test(command)) return findProgram(command, path) ?? fail('MCP_UNAVAILABLE', `there is no program "${command.slice(0, 80)}" on this machine outside the projects.`)
  if (!isAbsolute(command)) return fail('MCP_UNAVAILABLE', `the program "${command.slice(0, 80)}" is a relative path.`)
  const real = realPathOf(command) ?? fail('MCP_UNAVAILABLE', `there is no file "${command}".`)
  if (isInProject(real)) return fail('MCP_UNAVAILABLE', `the program "${command}" lies in a project; nothing in there is ever started.`)
  try {
    accessSync(real, constants.X_OK)
  } catch {
    return fail('MCP_UNAVAILABLE', `"${command}" may not be executed.`)
  }
  return command
}
