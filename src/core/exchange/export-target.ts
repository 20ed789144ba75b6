import { constants } from 'node:fs'
import { access, lstat, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { fail } from '@shared/fault'
import { isTempName } from '../project/atomic-write'
import { checkLeaves } from '../project/outside-place'
import { checkCharacters, showPath } from '../project/paths/syntax'
import { realPathOf } from '../project/real-path'
import type { Env } from '../project/types'

/**
 * Where an export may be written, links followed: a name in a folder that is there, outside every novel and the app's own places.
 * PATH_INVALID, PATH_PROTECTED, EXPORT_FOLDER, NOT_A_FILE, and FILE_EXISTS unless `overwrite`, with `size` in bytes and the time it was `modified`.
 */
export async function exportTarget(file: string, overwrite: boolean, env: Env): Promise<string> {
  if (process.platform !== 'win32') checkCharacters(file)
  if (!isAbsolute(file)) fail('PATH_INVALID', `"${showPath(file)}" does not say in which folder.`, { pointer: '/file', actual: file })
  const folder = realPathOf(dirname(file)) ?? noFolder(`The folder ${dirname(file)} is not there.`)
  if (!(await stat(folder)).isDirectory()) noFolder(`${dirname(file)} is no folder.`)
  const place = join(folder, basename(file))
  const there = await lstat(place).catch(() => null)
  const real = there === null ? place : (realPathOf(place) ?? fail('NOT_A_FILE', `${file} is a link that leads nowhere.`, { pointer: '/file', actual: file }))
  if (isTempName(basename(real))) fail('PATH_PROTECTED', `"${showPath(file)}" is a name that the app uses itself.`, { actual: file })
  checkLeaves(real, file, env)
  const found = there === null ? null : await stat(real)
  if (found !== null && !found.isFile()) fail('NOT_A_FILE', `${file} is a folder or another thing that is no file.`, { pointer: '/file', actual: file })
  if (found !== null && !overwrite) fail('FILE_EXISTS', `${file} is there already.`, { pointer: '/file', actual: file, fix: 'Say that it is to be replaced, or choose another name.', data: { size: found.size, modified: found.mtime.toISOString() } })
  await access(dirname(real), constants.W_OK).catch(() => noFolder(`Nothing can be written in ${dirname(file)}.`))
  return real
}

const noFolder = (message: string): never => fail('EXPORT_FOLDER', message, { pointer: '/file', fix: 'Choose another folder.' })
