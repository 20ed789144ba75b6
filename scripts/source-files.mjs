// The TypeScript of the repository, with what the reports need to know about each file.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { root } from './setup/paths.mjs'

const isTestPath = (path) => /\.(test|deep|e2e)\.tsx?$/.test(path) || /^(test|e2e)\//.test(path)
const isLeftOut = (path) => path.endsWith('.d.ts') || path.startsWith('src/shared/i18n/')

/** [{ path, text, lines, isTest }] under the given folders, paths with `/`. Declarations and message catalogues apart. */
export function sourceFiles(folders, base = root) {
  return folders.filter((folder) => existsSync(join(base, folder))).flatMap((folder) =>
    readdirSync(join(base, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => relative(base, join(entry.parentPath ?? entry.path, entry.name)).split(sep).join('/'))
      .filter((path) => !isLeftOut(path))
      .map((path) => {
        const text = readFileSync(join(base, path), 'utf8')
        return { path, text, lines: countLines(text), isTest: isTestPath(path) }
      }),
  )
}

export function countLines(text) {
  if (text === '') return 0
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}
