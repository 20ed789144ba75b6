import { describe, expect, it } from 'vitest'
import { mayAsk } from './reach'
import type { FrameFacts } from './reach'

const frame = (url: string, parent: FrameFacts | null = null, origin = new URL(url).origin): FrameFacts => ({ url, origin, parent })
const mine = 'http://localhost:3000'
const own = frame(`${mine}/a`)
const publicPage = frame('https://evil.test/')
const place = 'localhost:3000'

describe('what a page may ask (07 §3)', () => {
  it.each<[string, Parameters<typeof mayAsk>, boolean]>([
    ['a public address, whoever asks', [{ url: 'https://a.test/', type: 'xhr', frame: publicPage }, place, false], true],
    ['what is made inside', [{ url: 'data:text/html,x', type: 'subFrame', frame: publicPage }, null, false], true],
    ['a file', [{ url: 'file:///etc/passwd', type: 'mainFrame', frame: own }, place, true], false],
    ['a scheme of ours', [{ url: 'app://wenqu/index.html', type: 'xhr', frame: own }, place, true], false],
    ['the navigate that names it', [{ url: `${mine}/`, type: 'mainFrame', frame: publicPage }, place, true], true],
    ['a link of a public page', [{ url: `${mine}/`, type: 'mainFrame', frame: publicPage }, place, false], false],
    ['a link of the place itself', [{ url: `${mine}/b`, type: 'mainFrame', frame: own }, place, false], true],
    ['its own scripts', [{ url: `${mine}/api`, type: 'xhr', frame: own }, place, false], true],
    ['its own socket', [{ url: 'ws://localhost:3000/live', type: 'webSocket', frame: own }, place, false], true],
    ['a public page’s script', [{ url: `${mine}/api`, type: 'xhr', frame: publicPage }, place, false], false],
    ['a public page’s socket', [{ url: 'ws://localhost:3000/live', type: 'webSocket', frame: publicPage }, place, false], false],
    ['a public frame inside the place', [{ url: `${mine}/api`, type: 'xhr', frame: frame('https://evil.test/', own) }, place, false], false],
    ['the place framed by a public page', [{ url: `${mine}/api`, type: 'xhr', frame: frame(`${mine}/a`, publicPage) }, place, false], false],
    ['a frame of it in a public page', [{ url: `${mine}/`, type: 'subFrame', frame: frame('about:blank', publicPage, 'null') }, place, false], false],
    ['a frame of it in itself', [{ url: `${mine}/f`, type: 'subFrame', frame: frame('about:blank', own, 'null') }, place, false], true],
    ['a sandboxed frame of it', [{ url: `${mine}/api`, type: 'xhr', frame: frame(`${mine}/f`, own, 'null') }, place, false], false],
    ['a worker, which nobody vouches for', [{ url: `${mine}/api`, type: 'xhr', frame: null }, place, false], false],
  ])('%s', (_name, input, expected) => {
    expect(mayAsk(...input)).toBe(expected)
  })
})
