import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folderListing } from './folder-listing'

it('a name that comes, goes or is renamed is told at the next look, also at once after the last; unchanged, the same list is given', () => {
  const dir = join(mkdtempSync(join(tmpdir(), 'wq-list-')), 'folder')
  const names = folderListing((entries) => entries.map((entry) => entry.name).sort())
  expect(names(dir)).toBeNull()
  mkdirSync(dir)
  expect(names(dir)).toEqual([])
  for (let n = 0; n < 20; n++) {
    writeFileSync(join(dir, `${n}.md`), '雪')
    expect(names(dir)).toContain(`${n}.md`)
    renameSync(join(dir, `${n}.md`), join(dir, `${n}.txt`))
    expect(names(dir)).not.toContain(`${n}.md`)
  }
  rmSync(join(dir, '0.txt'))
  expect(names(dir)).toHaveLength(19)
  writeFileSync(dir.replace(/folder$/, 'file'), '雪')
  expect(names(dir.replace(/folder$/, 'file'))).toBeNull()
  utimesSync(dir, 1_000, 1_000)
  expect(names(dir)).toHaveLength(19)
})
