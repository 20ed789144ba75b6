import { describe, expect, it } from 'vitest'
import { isExportFile, withFormat } from './export-file'

describe('the name of an exported file', () => {
  it.each([
    ['/a/雪.txt', '/a/雪.epub'], ['/a/雪', '/a/雪.epub'], ['/a/雪.EPUB', '/a/雪.EPUB'], ['/a/卷1.终稿', '/a/卷1.终稿.epub'], ['/a/b.md/雪.docx', '/a/b.md/雪.epub'], ['/a/b.md/雪', '/a/b.md/雪.epub'],
    ['C:\\书\\雪.html', 'C:\\书\\雪.epub'], ['C:\\书.txt\\雪', 'C:\\书.txt\\雪.epub'], ['/a/.txt', '/a/.txt.epub'],
  ])('%s as EPUB is %s', (path, to) => expect(withFormat(path, 'epub')).toBe(to))

  it.each([['/a/雪.txt', true], ['/a/雪.HTML', true], ['/a/雪.sh', false], ['/a/雪', false], ['/a/txt', false], ['/a/雪.txt.desktop', false], ['/a/.html', false]])('%s is one: %s', (path, is) => expect(isExportFile(path)).toBe(is))
})
