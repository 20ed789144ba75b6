import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { watchProject, type Watcher } from './watch'
import { watchTree } from './watch-tree'

let dir = ''
let told: (string | null)[] = []
let close = (): void => undefined
const write = (path: string, text = 'x'): void => writeFileSync(join(dir, path), text)

beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'wenqu-watch-')))
  told = []
  for (const folder of ['d', 'd/deep', 'k', 'node_modules']) mkdirSync(join(dir, folder))
})
afterEach(() => {
  close()
  rmSync(dir, { recursive: true, force: true })
})

function watchNow(): void {
  const tree = watchTree({ dir, ignored: (name) => name === 'node_modules', noticed: (name) => { told.push(name) }, failed: () => undefined })
  close = () => { tree.close() }
}
/** Waits until this is told, and forgets what was told before. */
async function tells(path: string): Promise<void> {
  await expect.poll(() => told).toContain(join(...path.split('/')))
  told = []
}

describe('watching a folder with all below it', () => {
  it('tells of files and folders, not of ignored ones', async () => {
    watchNow()
    write('node_modules/a.md')
    write('d/deep/a.md')
    await tells('d/deep/a.md')
    mkdirSync(join(dir, 'new/er'), { recursive: true })
    await tells('new')
    write('new/er/a.md')
    await tells('new/er/a.md')
    rmSync(join(dir, 'new'), { recursive: true })
    await tells('new')
    write('d/last.md')
    await expect.poll(() => told).toContain(join('d', 'last.md'))
    expect(told.filter((name) => name?.includes('node_modules'))).toEqual([])
  })

  it.each<[string, (folder: string) => void]>([
    ['deleted', (folder) => { rmSync(folder, { recursive: true }) }],
    ['moved away', (folder) => { renameSync(folder, join(dir, 'elsewhere')) }],
  ])('sees what happens in a folder that was %s and made again at once', async (_how, take) => {
    watchNow()
    take(join(dir, 'd'))
    mkdirSync(join(dir, 'd/deep'), { recursive: true })
    await tells('d')
    write('d/a.md')
    await tells('d/a.md')
    write('d/deep/a.md')
    await tells('d/deep/a.md')
  })

  it('sees what happens in two folders that changed names, and tells of a file named like its folder', async () => {
    watchNow()
    for (const [from, to] of [['d', 'x'], ['k', 'd'], ['x', 'k']] as const) renameSync(join(dir, from), join(dir, to))
    await tells('k')
    write('d/a.md')
    await tells('d/a.md')
    write('k/deep/a.md')
    await tells('k/deep/a.md')
    write('d/d')
    await tells('d/d')
    rmSync(join(dir, 'd/d'))
    await tells('d/d')
  })

  it('is thrown back when there is no folder', () => {
    expect(() => watchTree({ dir: join(dir, 'none'), ignored: () => false, noticed: () => undefined, failed: () => undefined })).toThrow(/ENOENT/)
  })
})

describe('the count of changes', () => {
  const watched = async (): Promise<Watcher> => {
    const watcher = watchProject({ dir, emit: () => undefined, known: new Map(), delay: 0 })
    close = () => { watcher.close() }
    expect(watcher.seen(dir)).toBeNull()
    await expect.poll(() => watcher.seen(dir)).not.toBeNull()
    return watcher
  }

  it('is of what is watched alone, and moves with each change', async () => {
    const watcher = await watched()
    expect(watcher.seen(join(dir, 'd', 'deep'))).toBe(watcher.seen(dir))
    expect(['.nbook', 'd/node_modules/x', '../beside', `../${basename(dir)}2`].map((path) => watcher.seen(join(dir, path)))).toEqual([null, null, null, null])
    for (const path of ['d/a.md', 'd/a.md', 'd/deep/b.md']) {
      const before = watcher.seen(dir) ?? 0
      write(path, `${before}`)
      await expect.poll(() => watcher.seen(dir)).toBeGreaterThan(before)
    }
    watcher.close()
    expect(watcher.seen(dir)).toBeNull()
  })

  it('is none once the folder has gone', async () => {
    const watcher = await watched()
    renameSync(dir, `${dir}-away`)
    await expect.poll(() => watcher.seen(dir)).toBeNull()
    rmSync(`${dir}-away`, { recursive: true })
  })
})
