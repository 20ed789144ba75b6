import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { fail } from '@shared/fault'
import { realPathOf } from '../project/real-path'
import { rgPath } from '../tools/search/rg'

/** Where the system keeps what we start ourselves (unshare, setpriv, mount), whatever PATH says. */
const systemFolders = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin']

/** Whether a real path lies in a novel's folder, opened or not: nothing in there is ever taken for a program (06 §9). */
export function isInProject(real: string): boolean {
  for (let at = real; ; at = dirname(at)) {
    if (existsSync(join(at, 'project.yaml')) || existsSync(join(at, '.nbook'))) return true
    if (dirname(at) === at) return false
  }
}

/** PATH as a child gets it: absolute folders that exist, outside every project, links resolved for the test only (06 §8). */
export function cleanPath(path: string | undefined): string[] {
  const given = (path ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
  const folders = process.platform === 'win32' ? given : [...given, ...systemFolders]
  return [...new Set(folders)].filter((folder) => {
    const real = realPathOf(folder)
    return real !== null && !isInProject(real)
  })
}

/** The program a bare name stands for: an executable file whose real path is outside every project. Null: there is none. */
export function findProgram(name: string, path: string | undefined): string | null {
  if (name === '' || /[/\\]/.test(name)) return null
  const ends = process.platform === 'win32' ? ['.exe', '.cmd', '.bat', ''] : ['']
  for (const folder of cleanPath(path)) {
    for (const end of ends) {
      const place = join(folder, name + end)
      const real = realPathOf(place)
      if (real !== null && isExecutable(real) && !isInProject(real)) return place
    }
  }
  return null
}

/** The program of an allowed command; `rg` is always ours. PROGRAM_NOT_FOUND. */
export function resolveProgram(name: string, path: string | undefined): string {
  const found = name === 'rg' ? rgPath() : findProgram(name, path)
  return found ?? fail('PROGRAM_NOT_FOUND', `there is no program "${name.slice(0, 80)}" on this machine outside the projects.`, { fix: 'Use another tool, or tell the author what is missing.' })
}

function isExecutable(real: string): boolean {
  try {
    accessSync(real, constants.X_OK)
    return statSync(real).isFile()
  } catch {
    return false
  }
}
