import { describe, expect, it } from 'vitest'
import { classOfAddress } from './address-class'
import { parseHostEntry } from './host-list'
import { judgeUrl } from './judge-url'

const list = ['example.com', '*.docs.test', 'münchen.de']
const judge = (url: string, allow: readonly unknown[] = list): string => {
  const { verdict, code } = judgeUrl(url, allow)
  return code === null ? verdict : `${verdict} ${code}`
}

describe('07 §1.2, row by row, and 05 §9 46-50', () => {
  it.each([
    ['https://example.com/a', 'allow'], ['http://example.com/a', 'allow'], ['https://EXAMPLE.com./', 'allow'], ['https://example.com:8443/', 'allow'], ['https://www.example.com/', 'ask HOST_UNLISTED'],
    ['https://notexample.com/', 'ask HOST_UNLISTED'], ['https://example.com.evil.test/', 'ask HOST_UNLISTED'], ['https://example.com@evil.test/', 'ask HOST_UNLISTED'], ['https://user:pw@example.com/', 'allow'],
    ['https://a.b.docs.test/', 'allow'], ['https://docs.test/', 'ask HOST_UNLISTED'], ['https://a.docs.test.evil/', 'ask HOST_UNLISTED'], ['https://xn--mnchen-3ya.de/', 'allow'], ['https://MÜNCHEN.de/', 'allow'], ['http://localhost:3000/', 'ask HOST_PRIVATE'], ['https://[::1]/', 'ask HOST_PRIVATE'],
    ['file:///etc/passwd', 'deny URL_SCHEME'], ['ftp://example.com/x', 'deny URL_SCHEME'], ['javascript:alert(1)', 'deny URL_SCHEME'], ['data:text/html,x', 'deny URL_SCHEME'], ['https://', 'deny URL_INVALID'], ['http://169.254.169.254/', 'deny URL_BLOCKED'], ['https://0x7f.1/', 'ask HOST_PRIVATE'],
    ['https:///x', 'deny URL_INVALID'], ['http:x', 'deny URL_INVALID'], ['x.com', 'deny URL_INVALID'], ['x.com:80', 'deny URL_INVALID'], ['localhost:3000/a', 'deny URL_INVALID'], ['', 'deny URL_INVALID'], ['https:\\\\evil.test\\@example.com', 'deny URL_INVALID'], ['https://exam ple.com', 'deny URL_INVALID'],
    ['https://exa\tmple.com', 'deny URL_INVALID'], ['https://exa\nmple.com', 'deny URL_INVALID'], ['https://a..b/', 'deny URL_INVALID'], ['https://example.com../', 'deny URL_INVALID'], [`https://example.com/${'a'.repeat(4_080)}`, 'deny URL_INVALID'], ['https://exаmple.com/', 'ask HOST_UNLISTED'],
    ['https://ｅｘａｍｐｌｅ.com/', 'allow'], ['http://2130706433/', 'ask HOST_PRIVATE'], ['http://127。0。0。1/', 'ask HOST_PRIVATE'], ['http://[::ffff:7f00:1]/', 'ask HOST_PRIVATE'], ['http://[::]/', 'deny URL_BLOCKED'], ['http://0.0.0.0/', 'deny URL_BLOCKED'], ['http://[64:ff9b::7f00:1]/', 'ask HOST_PRIVATE'],
    ['http://[2002:7f00:1::]/', 'ask HOST_PRIVATE'], ['http://100.64.0.1/', 'ask HOST_PRIVATE'], ['http://[fc00::1]/', 'ask HOST_PRIVATE'], ['http://metadata.google.internal/', 'deny URL_BLOCKED'], ['http://a.localhost/', 'ask HOST_PRIVATE'], ['http://[::ffff:169.254.169.254]/', 'deny URL_BLOCKED'],
  ])('%s: %s', (url, expected) => { expect(judge(url)).toBe(expected) })

  it('lets a private or metadata host through only when it is listed exactly', () => {
    expect(judge('http://localhost/', ['localhost'])).toBe('allow')
    expect(judge('http://a.b.localhost/', ['*.b.localhost'])).toBe('ask HOST_PRIVATE')
    expect(judge('http://169.254.169.254/', ['169.254.169.254'])).toBe('allow')
    expect(judge('http://[::1]/', ['[::1]'])).toBe('allow')
    expect(judge('http://0.0.0.0/', ['0.0.0.0'])).toBe('deny URL_BLOCKED')
  })

  it('judges and gives one parsed address, without user and fragment, and names the real host', () => {
    const found = judgeUrl('https://example.com@evil.test/a?b#c', list)
    expect(found).toMatchObject({ text: expect.stringContaining('evil.test') as string })
    expect('url' in found ? found.url.href : '').toBe('https://evil.test/a?b')
    expect(judgeUrl('https://exаmple.com/', list).text).toContain('xn--exmple-4nf.com (exаmple.com; mixes letters of several scripts)')
  })
})

it.each<[string, string]>([
  ['::', 'never'], ['::1', 'private'], ['::2', 'never'], ['::7f00:1', 'private'], ['ff02::1', 'never'], ['224.0.0.1', 'never'], ['255.255.255.255', 'never'], ['fe80::1', 'linkLocal'], ['fd00:ec2::254', 'linkLocal'], ['fd00:ec2::253', 'private'], ['100.100.100.200', 'linkLocal'], ['100.100.100.201', 'private'],
  ['168.63.129.16', 'linkLocal'], ['192.0.0.192', 'linkLocal'], ['192.0.0.1', 'private'], ['198.19.0.1', 'private'], ['fec0::1', 'private'], ['8.8.8.8', 'public'], ['2606:4700::1', 'public'], ['::ffff:8.8.8.8', 'public'], ['2001:0:0:0:0:0:80ff:fffe', 'private'], ['2001:0::f7f7:f7f7', 'public'], ['172.15.0.1', 'public'], ['172.31.0.1', 'private'],
])('%s is %s', (address, expected) => { expect(classOfAddress(address)).toBe(expected) })

describe('the host list (07 §1.2)', () => {
  it.each(['', 7, null, 'https://a.test', 'a.test/x', 'u@a.test', 'a.test?x', 'a#b', 'a\\b', 'a%20b', 'a b', 'a.test:80', '[::1]:80', '*', '*.com', '*.', 'a.*.test', '*.127.0.0.1', '*.[::1]', 'a..b', '-a.test', 'a-.test', `${'a'.repeat(64)}.test`, '[::g]', '::1'])('%j is refused', (entry) => {
    expect(() => parseHostEntry(entry)).toThrow('HOST_LIST_INVALID')
    expect(judge('https://example.com/', ['example.com', entry])).toBe('deny HOST_LIST_INVALID')
  })
  it('is kept lower case, in IDNA, without a trailing dot', () => {
    expect([parseHostEntry('EXAMPLE.com.'), parseHostEntry('*.Docs.test'), parseHostEntry('münchen.de'), parseHostEntry('[::1]')]).toEqual([
      { host: 'example.com', wildcard: false }, { host: 'docs.test', wildcard: true }, { host: 'xn--mnchen-3ya.de', wildcard: false }, { host: '[::1]', wildcard: false },
    ])
  })
})
