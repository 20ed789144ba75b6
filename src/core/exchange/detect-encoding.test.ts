import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { decodeText } from './decode'
import { detectEncoding } from './detect-encoding'

const simplified = '第一章 风雪\r\n　　他走了。“你去哪里？”她问，声音很轻。\r\n　　雪夜里只有四盏灯，长安城外一片寂静。\r\n'
const traditional = '第一章 風雪\r\n　　他走了。「你去哪裡？」她問，聲音很輕。\r\n　　雪夜裡只有四盞燈，長安城外一片寂靜。\r\n'
const english = 'Chapter 1\n\nHe left. "Where to?" she asked.\n'

const encoded: [string, string, string, Buffer][] = [
  ['utf-8', 'utf-8', simplified, Buffer.from(simplified)],
  ['utf-8 with BOM', 'utf-8-bom', simplified, Buffer.from(`\uFEFF${simplified}`)],
  ['ASCII', 'utf-8', english, Buffer.from(english)],
  ['empty', 'utf-8', '', Buffer.alloc(0)],
  ['GB18030', 'gb18030', simplified, iconv.encode(simplified, 'gb18030')],
  ['GBK', 'gb18030', simplified, iconv.encode(simplified, 'gbk')],
  ['GB18030 of traditional text', 'gb18030', traditional, iconv.encode(traditional, 'gb18030')],
  ['GB18030 with four-byte Han', 'gb18030', `${simplified}𠮷野家`, iconv.encode(`${simplified}𠮷野家`, 'gb18030')],
  ['Big5', 'big5', traditional, iconv.encode(traditional, 'big5')],
  ['UTF-16LE with BOM', 'utf-16le', simplified, iconv.encode(simplified, 'utf-16le', { addBOM: true })],
  ['UTF-16BE with BOM', 'utf-16be', simplified, iconv.encode(simplified, 'utf-16be', { addBOM: true })],
  ['UTF-16LE without BOM', 'utf-16le', simplified, iconv.encode(simplified, 'utf-16le', { addBOM: false })],
  ['UTF-16BE without BOM', 'utf-16be', simplified, iconv.encode(simplified, 'utf-16be', { addBOM: false })],
  ['UTF-16LE English', 'utf-16le', english, iconv.encode(english, 'utf-16le', { addBOM: false })],
]

describe('detectEncoding', () => {
  it.each(encoded)('%s', (_what, encoding, text, bytes) => {
    const found = detectEncoding(bytes)
    expect(found.encoding).toBe(encoding)
    expect(found.alternatives.map((one) => one.encoding)).not.toContain(encoding)
    expect(decodeText(bytes, found.encoding)).toEqual({ text, invalid: 0 })
  })

  it('is right for at least 95 % of small files', () => {
    const words = ['他走了。', '雪夜', '第三章 归来', '“走吧。”她说。', '长安城里的灯都灭了，', '剑气纵横三万里。', '你是谁？', '少年抬起头来，', '这一年的冬天来得很早。', '没有人知道他从哪里来。']
    const hant = ['他走了。', '雪夜', '第三章 歸來', '「走吧。」她說。', '長安城裡的燈都滅了，', '劍氣縱橫三萬里。', '你是誰？', '少年抬起頭來，', '這一年的冬天來得很早。', '沒有人知道他從哪裡來。']
    let right = 0
    let all = 0
    for (let start = 0; start < 10; start++) {
      for (const [list, encoding] of [[words, 'gb18030'], [hant, 'big5'], [words, 'utf-8'], [words, 'utf-16le']] as const) {
        const text = [0, 3, 7].map((step) => list[(start + step) % 10]).join('')
        const found = detectEncoding(iconv.encode(text, encoding, { addBOM: false }))
        all++
        if (found.encoding === encoding) right++
      }
    }
    expect(right / all).toBeGreaterThanOrEqual(0.95)
  })

  it('shows how the other readings would look', () => {
    const found = detectEncoding(iconv.encode(simplified, 'gb18030'))
    expect(found.confidence).toBeGreaterThan(0.6)
    expect(found.alternatives.map((one) => one.encoding)).toEqual(expect.arrayContaining(['utf-8', 'big5', 'utf-16le', 'utf-16be']))
    expect(detectEncoding(iconv.encode(traditional, 'big5')).alternatives.find((one) => one.encoding === 'gb18030')?.sample).not.toContain('風雪')
  })

  it('refuses what is no text', () => {
    expect(() => detectEncoding(Buffer.from('PK\u0003\u0004…'))).toThrow(/IMPORT_NOT_TEXT/)
    expect(() => detectEncoding(Buffer.from('%PDF-1.7'))).toThrow(/IMPORT_NOT_TEXT/)
    let seed = 7
    const noise = (length: number) => Buffer.from(Array.from({ length }, () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) >> 16 & 0xff))
    for (const length of [300, 4_000, 100_000]) for (let n = 0; n < 5; n++) expect(() => detectEncoding(noise(length))).toThrow(/IMPORT_NOT_TEXT: This is not text/)
    expect(() => detectEncoding(Buffer.concat([Buffer.from([0xff, 0xfe]), noise(4_000)]))).toThrow(/IMPORT_NOT_TEXT/)
  })
})

describe('decodeText', () => {
  it('counts invalid sequences and keeps everything else', () => {
    const good = iconv.encode('他走了', 'gb18030')
    const { text, invalid } = decodeText(Buffer.concat([good, Buffer.from([0xff]), good]), 'gb18030')
    expect(text.replaceAll('\uFFFD', '')).toBe('他走了他走了')
    expect(invalid).toBe(1)
  })

  it('does not count a U+FFFD the author wrote', () => {
    expect(decodeText(Buffer.from('雪\uFFFD'), 'utf-8')).toEqual({ text: '雪\uFFFD', invalid: 0 })
    expect(decodeText(Buffer.concat([Buffer.from('雪\uFFFD'), Buffer.from([0xff])]), 'utf-8').invalid).toBe(1)
  })
})
