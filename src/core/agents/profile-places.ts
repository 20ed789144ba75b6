import { existsSync, lstatSync, readFileSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fail } from '@shared/fault'
import { makeFolders } from '@shared/make-folders'
import { sha256 } from './profile-file'

/** Neither the folder nor the one above it may be a link: the author's text goes where it seems to. */
function assertPlain(dir: string): void {
  for (const one of [dirname(dir), dir]) {
    const found = lstatSync(one, { throwIfNoEntry: false })
    if (found !== undefined && !found.isDirectory()) fail('PROFILE_LINK', `${one} is a link or no folder; nothing was written.`)
  }
}

/** Where the file of a profile is written, its folder made. STALE_READ when it is not what `base` says, PROFILE_LINK. */
export function ownFolder(dir: string, key: string, base: string | null): string {
  assertPlain(dir)
  makeFolders(dir)
  const place = join(dir, `${key}.md`)
  const found = lstatSync(place, { throwIfNoEntry: false })
  if (found !== undefined && !found.isFile()) fail('PROFILE_LINK', `${key}.md is a link or a folder; nothing was written.`)
  const now = found === undefined ? null : sha256(readFileSync(place, 'utf8'))
  if (now !== base) fail('STALE_READ', `${key}.md has changed since it was read; nothing was written.`, { data: { hash: now } })
  return place
}

/** Renames the file so that it is no profile any more, and gives its new name. */
export function setAside(dir: string, key: string): string {
  assertPlain(dir)
  const free = (n: number): string => { const name = n === 1 ? `${key}.md.off` : `${key}.md.off-${n}`; return existsSync(join(dir, name)) ? free(n + 1) : name }
  const name = free(1)
  renameSync(join(dir, `${key}.md`), join(dir, name))
  return name
}
