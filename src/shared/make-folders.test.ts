import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeFolders } from './make-folders'

function place(): string {
  const dir = mkdtempSync(join(tmpdir(), 'wenqu-folders-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

it('makes what is missing, and takes what is there, also through a link', () => {
  const dir = place()
  makeFolders(join(dir, 'a/b/c'))
  makeFolders(join(dir, 'a/b'))
  mkdirSync(join(dir, 'real'))
  symlinkSync(join(dir, 'real'), join(dir, 'link'))
  makeFolders(join(dir, 'link'))
  makeFolders(join(dir, 'link/d/e'))
  expect(['a/b/c', 'real/d/e'].map((path) => statSync(join(dir, path)).isDirectory())).toEqual([true, true])
})

it('says at once why there can be none: a file is in the way, or the system makes none there', () => {
  const dir = place()
  writeFileSync(join(dir, 'file'), '')
  symlinkSync(join(dir, 'nowhere'), join(dir, 'dangling'))
  const code = (path: string) => {
    try {
      return makeFolders(path)
    } catch (error) {
      return (error as NodeJS.ErrnoException).code
    }
  }
  expect(['file', 'file/a/b', 'dangling'].map((path) => code(join(dir, path)))).toEqual(['EEXIST', 'ENOTDIR', 'EEXIST'])
  if (process.platform === 'linux') expect(['/proc/x', '/proc/x/y/z'].map(code)).toEqual(['ENOENT', 'ENOENT'])
})
