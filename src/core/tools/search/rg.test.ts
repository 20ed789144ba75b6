import { expect, it } from 'vitest'
import { isNeverListed, runRg } from './rg'

it('what the reader throws ends the run and is its answer', async () => {
  const run = runRg({ args: ['--version'], cwd: '/', signal: new AbortController().signal, onChunk: () => { throw new Error('cannot be taken') } })
  await expect(run).rejects.toThrow('cannot be taken')
})

it.each<[string, boolean]>([
  ['.git', true], ['a/.git', true], ['a/.GIT/b', true], ['.nbook/x.md', true], ['.NBook/x.md', true], ['a/b/.nbook', true],
  ['.gitignore', false], ['git/a', false], ['a.git/b', false], ['a/.git2/b', false], ['.nbooks', false], ['nbook', false],
])('%s is never listed: %s', (path, never) => { expect(isNeverListed(path)).toBe(never) })
