import { expect, it } from 'vitest'
import { decodeText, encodeText } from './text-file'

it('reads a text after one that is none, however that one ended', () => {
  for (const bad of [[0xe9], [0xe9, 0x9b], [0xff, 0xfe, 0x41], [0xef, 0xbb, 0xbf, 0xc0]]) {
    expect(() => decodeText(Uint8Array.from(bad), 'bad.md')).toThrow('bad.md is not UTF-8')
    expect(decodeText(Buffer.from('雪。\r\n'), 'good.md')).toMatchObject({ text: '雪。\r\n', eol: 'crlf', bom: false })
  }
})

it('refuses NUL and half characters, before or behind a mark of order', () => {
  const marked = decodeText(Buffer.from('\uFEFFa'), 'a.md')
  for (const old of [null, marked]) {
    expect(() => encodeText('a\0b', old, 'a.md')).toThrow('NUL')
    expect(() => encodeText('a\uD800b', old, 'a.md')).toThrow('half of a character')
    expect(() => encodeText('a\uFFFDb', old, 'a.md')).toThrow('U+FFFD')
  }
  expect([...encodeText('b', marked, 'a.md')]).toEqual([0xef, 0xbb, 0xbf, 0x62])
})
