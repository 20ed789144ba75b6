import { execFileSync } from 'node:child_process'
import { isUtf8 } from 'node:buffer'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { nameReader, notUtf8Pattern } from './not-text'
import { rgPath } from './rg'

/** Lines of at most six bytes, most of them near a border of UTF-8; always the same. */
function lines(count: number): Buffer[] {
  const borders = [0x00, 0x0d, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff]
  let state = 20_261_130
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const byte = (): number => (next(4) === 0 ? next(256) : borders[next(borders.length)] ?? 0)
  return Array.from({ length: count }, () => Buffer.from(Array.from({ length: next(7) }, byte).filter((one) => one !== 10)))
}

it('the pattern finds just the lines that are no UTF-8: too long forms, surrogates, beyond U+10FFFF, cut and stray bytes', () => {
  const given = [...lines(60_000), ...['c080', 'c1bf', 'e08080', 'e09fbf', 'eda080', 'edbfbf', 'f0808080', 'f08fbfbf', 'f4908080', 'f5808080', 'c3', 'e4b8', 'f09f98', '80', '41bf', 'e4b8ad80', 'f09f988080', 'c3a9a9'].map((hex) => Buffer.from(hex, 'hex')),
    ...['', 'a', 'é', '中', '\u{1F600}', '\u{10FFFF}', '\uFFFD', '\uFEFFa', '\uD7FF\uE000', 'a\r', '中\r'].map((text) => Buffer.from(text, 'utf8'))]
  const dir = mkdtempSync(join(tmpdir(), 'wenqu-utf8-'))
  try {
    for (const newline of ['\n', '\r\n']) {
      writeFileSync(join(dir, 'lines'), Buffer.concat(given.flatMap((line) => [line, Buffer.from(newline)])))
      const out = execFileSync(rgPath(), ['--text', '--crlf', '--encoding=none', '--line-number', '--only-matching', '--replace=', '--no-filename', '--no-config', `--regexp=${notUtf8Pattern}`, '--', 'lines'], { cwd: dir, maxBuffer: 64 * 1_048_576 })
      const found = [...new Set(out.toString('latin1').split('\n').filter((row) => row !== '').map((row) => Number.parseInt(row, 10)))]
      const wanted = given.flatMap((line, n) => (isUtf8(line) ? [] : [n + 1]))
      expect(found).toEqual(wanted)
    }
  } finally {
    rmSync(dir, { recursive: true })
  }
})

it('names come whole in whatever pieces they are read; what is no UTF-8 is left out', () => {
  const all = Buffer.concat([Buffer.from('./a.md\0./中/文.md\0plain\0'), Buffer.from([0x2e, 0x2f, 0xff, 0]), Buffer.from('./\u{20000}.md\0./new\nline\0')])
  for (let size = 1; size <= all.length; size += 1) {
    const names: string[] = []
    const take = nameReader((name) => { names.push(name) })
    for (let at = 0; at < all.length; at += size) take(all.subarray(at, at + size))
    expect(names).toEqual(['a.md', '中/文.md', 'plain', '\u{20000}.md', 'new\nline'])
  }
})
