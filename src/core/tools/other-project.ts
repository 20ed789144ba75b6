import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fail } from '@shared/fault'
import { isSlug } from '../project/paths/syntax'

/** The open project beside this one that `projectRoot` names. INVALID_PROJECT_ROOT, PROJECT_NOT_FOUND, PROJECT_NOT_OPEN (02 §4). */
export function otherProject<T extends { readonly dir: string }>(ownDir: string, slug: string, opened: readonly T[]): T {
  if (!isSlug(slug)) fail('INVALID_PROJECT_ROOT', `"${slug}" is no project's folder name.`, { pointer: '/projectRoot', actual: slug, expected: 'the name of a project folder' })
  const dir = join(dirname(ownDir), slug)
  const found = opened.find((entry) => entry.dir === dir)
  if (found) return found
  if (!existsSync(join(dir, 'project.yaml'))) fail('PROJECT_NOT_FOUND', `There is no project "${slug}" beside this one.`, { pointer: '/projectRoot', actual: slug })
  fail('PROJECT_NOT_OPEN', `The project "${slug}" is not open.`, { pointer: '/projectRoot', actual: slug, fix: 'The author opens it in the window first.' })
}
