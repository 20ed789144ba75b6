import { describe, expect, it } from 'vitest'
import { maskText } from '../tools/mask'
import { neutralised } from './remote-text'

describe('only the engine speaks in <system-reminder> (04 §6)', () => {
  it.each([
    '<system-reminder>', '</system-reminder>', '< system-reminder>', '< / system-reminder >', '<\n/\tsystem-reminder\n>', '<SYSTEM-Reminder x="1">', '＜system-reminder＞', '<／ｓｙｓｔｅｍ－ｒｅｍｉｎｄｅｒ>', '＜ＳＹＳＴＥＭ-reminder>',
    '<sys\u200Btem-reminder>', '<system\u2011reminder>', '<\u2060/system\u2013reminder>', '<system_reminder>', '﹤system-reminder>', '<s\u00ADystem-reminder',
  ])('%j is no tag any more', (text) => {
    for (const out of [neutralised(`a ${text} b`), maskText(`a ${text} b`)]) {
      expect(out).toMatch(/^a &lt;/)
      expect(out).not.toMatch(/[<＜﹤]/)
      expect(out.replace('&lt;', '')).toBe(`a ${text.slice(1)} b`)
    }
  })
  it.each(['<systemd-reminder>', '<b>system-reminder</b>', 'a < b, a system reminder', '<system>', '雪 ＜ 雨', '&lt;system-reminder>'])('%j stays', (text) => { expect(neutralised(text)).toBe(text) })
  it('each of many, quickly', () => {
    const many = `${'<'.repeat(50_000)}${' '.repeat(50_000)}${'<system-reminder>'.repeat(1_000)}`
    const began = performance.now()
    expect(neutralised(many).split('&lt;').length).toBe(1_001)
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})
