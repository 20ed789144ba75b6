import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PageView } from '../src/shared/desktop'
import { html } from '../test/web/loopback-site'
import { tree } from './helpers/processes'
import { startPageHost, valueOf, type PageHost } from './support/page-host'

let host: PageHost
const tab = 'page_1'
const at = (view: PageView, name: string): number => view.elements.findIndex((element) => element.name.includes(name))
const click = async (view: PageView, name: string) => host.ask({ do: 'click', tab, snapshot: view.snapshot, index: at(view, name) })
const type = async (view: PageView, name: string, text: string, submit = false) => host.ask({ do: 'type', tab, snapshot: view.snapshot, index: at(view, name), text, submit })
const look = async (): Promise<PageView> => valueOf(await host.ask({ do: 'extract', tab }))
const windows = () => host.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
const page = (path: string, body: string) => host.site.on(path, html(`<!doctype html><meta charset="utf-8"><body>${body}</body>`))

beforeAll(async () => { host = await startPageHost() })
beforeEach(() => { host.site.asked.length = 0 })
afterAll(() => host.close())

describe('a page as the assistant sees it (07 §3)', () => {
  test('roles, names, values and states in document order; what is hidden is left out', async () => {
    page('/kinds', `<title>各种</title><a href="/toc">目录</a><label>搜索 <input autofocus></label><label><input type="checkbox">记住我</label><label><input type="checkbox" checked>公开</label>
      <button disabled>登录</button><select aria-label="排序"><option>最新</option><option>最热</option></select><input type="password" aria-label="密码" value="secret"><input type="range" aria-label="音量" value="5">
      <div role="tab" aria-selected="true">书架</div><div role="menuitem">导出</div><label><input type="radio" name="r">甲</label><textarea aria-label="留言">好</textarea><div contenteditable aria-label="正文">雪</div>
      <button style="display:none">藏</button><a href="/x" style="visibility:hidden">藏二</a><input type="hidden" value="h"><div id="s"></div><script>document.getElementById('s').attachShadow({mode:'open'}).innerHTML='<button>影中</button>'</script>`)
    const view = await host.open(tab, 'http://public.test/kinds')
    expect(view).toMatchObject({ title: '各种', url: 'http://public.test/kinds', more: 0 })
    expect(view.elements.map(({ role, name, value, states }) => [role, name.trim(), value, states.join()])).toEqual([
      ['link', '目录', null, ''], ['textbox', '搜索', '', 'focused'], ['checkbox', '记住我', null, 'unchecked'], ['checkbox', '公开', null, 'checked'], ['button', '登录', null, 'disabled'],
      ['combobox', '排序', '最新', ''], ['textbox', '密码', '•', ''], ['slider', '音量', '5', ''], ['tab', '书架', null, 'selected'], ['menuitem', '导出', null, ''], ['radio', '甲', null, 'unchecked'],
      ['textbox', '留言', '好', ''], ['textbox', '正文', '雪', ''], ['button', '影中', null, ''],
    ])
    expect(view.elements[0]?.href).toBe('http://public.test/toc')
  })

  test('what a page does when it is first drawn is in what is shown, though it comes after loading', async () => {
    page('/drawn', `<script>onload=()=>{document.body.innerHTML='<input autofocus aria-label="词">';requestAnimationFrame(()=>{document.title='drawn'})}</script>`)
    const view = await host.open(tab, 'http://public.test/drawn')
    expect([view.title, view.elements.map(({ name, states }) => [name, ...states])]).toEqual(['drawn', [['词', 'focused']]])
    page('/on', '<title>on</title><script>onload=()=>requestAnimationFrame(()=>location.replace("/drawn"))</script>')
    expect((await host.open(tab, 'http://public.test/on')).elements.map(({ name, states }) => [name, ...states])).toEqual([['词', 'focused']])
  })

  test('a page that leads on by itself without end is shown, and takes the place of nothing that is asked for then', async () => {
    page('/ever', '<script>onload=()=>requestAnimationFrame(()=>location.replace("/ever?"+Math.random()))</script><button>甲</button>')
    page('/rest', '<button>乙</button>')
    for (let turn = 0; turn < 8; turn += 1) {
      expect((await host.open(tab, 'http://public.test/ever')).elements).toMatchObject([{ name: '甲' }])
      expect(await host.open(tab, 'http://public.test/rest')).toMatchObject({ url: 'http://public.test/rest', elements: [{ name: '乙' }] })
    }
  })

  test('what a site has stored is there at the next page', async () => {
    page('/store', '<script>document.cookie="a=1";localStorage.setItem("b","2")</script>')
    page('/stored', '<script>document.title=`${document.cookie} ${localStorage.getItem("b")}`</script>')
    await host.open(tab, 'http://public.test/store')
    expect((await host.open(tab, 'http://public.test/stored')).title).toBe('a=1 2')
  })

  test('clicks and keys are real ones; typed text takes the place of what stood there; Enter submits', async () => {
    page('/form', `<button onclick="document.title=event.isTrusted+' '+event.detail">按我</button><form action="/found"><input name="q" aria-label="词" value="旧词" oninput="this.dataset.n=(+this.dataset.n||0)+1"></form>
      <select aria-label="排序" onchange="document.title=this.value"><option value="n">最新</option><option value="h">最热</option></select><input aria-label="日期" type="date"><div contenteditable aria-label="正文">旧文</div><input aria-label="锁" readonly value="x">`)
    page('/found', '<title>找到了</title><p>结果</p>')
    let view = await host.open(tab, 'http://public.test/form')
    view = valueOf(await click(view, '按我'))
    expect(view.title).toBe('true 1')
    view = valueOf(await type(view, '排序', '最热'))
    expect(view.title).toBe('h')
    expect(view.elements[at(view, '排序')]?.value).toBe('最热')
    expect(await type(view, '排序', '最旧')).toMatchObject({ ok: false, fault: { code: 'BROWSER_FAILED', message: expect.stringContaining('最新, 最热') as string } })
    view = valueOf(await type(view, '日期', '2026-11-30'))
    expect(view.elements[at(view, '日期')]?.value).toBe('2026-11-30')
    view = valueOf(await type(view, '正文', '新文'))
    expect(view.elements[at(view, '正文')]?.value).toBe('新文')
    expect(await type(view, '锁', 'y')).toMatchObject({ ok: false, fault: { code: 'BROWSER_FAILED' } })
    view = valueOf(await type(view, '词', ''))
    expect(view.elements[at(view, '词')]?.value).toBe('')
    view = valueOf(await type(view, '词', '长灯 & 雪', true))
    expect(view).toMatchObject({ title: '找到了', url: `http://public.test/found?q=${encodeURIComponent('长灯')}+%26+${encodeURIComponent('雪')}` })
  })

  test('an element that is gone, another or on another page is stale (row 21); one under something is still pressed', async () => {
    page('/gone', '<button onclick="document.title=\'pressed\'">甲</button><button id="b">乙</button><div style="position:fixed;inset:0;background:#fff8"></div>')
    let view = await host.open(tab, 'http://public.test/gone')
    view = valueOf(await click(view, '甲'))
    expect(view.title).toBe('pressed')
    let change = () => undefined as void
    host.site.on('/change', (_request, response) => { change = () => void response.end() })
    page('/late', '<button id="b">乙</button><button id="c">丙</button><script>onload = () => fetch("/change").then(() => { b.remove(); c.textContent = "付款" })</script>')
    view = await host.open(tab, 'http://public.test/late')
    await expect.poll(() => host.site.asked).toContain('/change')
    change()
    await expect.poll(async () => valueOf<{ fresh: boolean }>(await host.ask({ do: 'check', tab, snapshot: view.snapshot, index: 0 })).fresh).toBe(false)
    expect(await click(view, '乙')).toMatchObject({ ok: false, fault: { code: 'INDEX_STALE' } })
    expect(await click(view, '丙')).toMatchObject({ ok: false, fault: { code: 'INDEX_STALE' } })
    const earlier = view
    view = await host.open(tab, 'http://public.test/gone')
    expect(await click(earlier, '乙')).toMatchObject({ ok: false, fault: { code: 'INDEX_STALE' } })
  })

  test('a password stays hidden though the page shows its letters; a picture of the page is a PNG of its size', async () => {
    page('/pw', '<input id="p" type="password" aria-label="密码" value="secret"><button onclick="p.type=\'text\'">显示</button>')
    let view = await host.open(tab, 'http://public.test/pw')
    view = valueOf(await click(view, '显示'))
    expect(view.elements[0]).toMatchObject({ role: 'textbox', value: '•' })
    const shot = valueOf<{ png: string; width: number; height: number }>(await host.ask({ do: 'screenshot', tab }))
    expect(shot).toMatchObject({ width: 1_280, height: 720 })
    expect(Buffer.from(shot.png, 'base64').subarray(1, 4).toString()).toBe('PNG')
  })

  test('frames that are seen are named by their address', async () => {
    page('/inner', '<button>内</button>')
    page('/frames', '<iframe src="/inner"></iframe><iframe srcdoc="x"></iframe><iframe src="/inner" style="display:none"></iframe><button>外</button>')
    const view = await host.open(tab, 'http://public.test/frames')
    expect([view.elements.map(({ name }) => name), view.frames]).toEqual([['外'], ['http://public.test/inner', '']])
  })

  test('a page of a very large tree is listed up to 200, the rest counted', async () => {
    page('/huge', '<script>const f=document.createDocumentFragment();for(let n=0;n<60000;n++){const b=document.createElement("button");b.textContent="b"+n;f.append(b)}document.body.append(f)</script>')
    const view = await host.open(tab, 'http://public.test/huge')
    expect(view.elements).toHaveLength(200)
    expect(view.more).toBeGreaterThan(100)
  })
})

describe('hostile pages', () => {
  test('dialogs, prints and leaving questions do nothing; nothing of ours is in the page', async () => {
    page('/noise', `<button onclick="alert(1);confirm(2);try{prompt(3)}catch{}print();document.title='after'">响</button><script>alert(0);print();onbeforeunload=e=>{e.preventDefault();return 'stay'}
      document.title=[typeof wenquSeen,typeof require,typeof process,typeof showOpenFilePicker,typeof PaymentRequest].join()</script>`)
    let view = await host.open(tab, 'http://public.test/noise')
    expect(view.title).toBe('undefined,undefined,undefined,undefined,undefined')
    view = valueOf(await click(view, '响'))
    expect(view.title).toBe('after')
    expect((await host.open(tab, 'http://public.test/pw')).url).toBe('http://public.test/pw')
    expect(await windows()).toBe(1)
  })

  test('windows: none at loading, on a click the first one in the same place', async () => {
    page('/flood', '<title>here</title><button onclick="for(let n=0;n<500;n++)window.open(\'/pop?\'+n)">开</button><a href="/pop?a" target="_blank">新窗</a><script>for(let n=0;n<500;n++)open("/pop?x"+n)</script>')
    page('/pop', '<title>popped</title>')
    let view = await host.open(tab, 'http://public.test/flood')
    expect(view.title).toBe('here')
    view = valueOf(await click(view, '开'))
    expect(view.url).toBe('http://public.test/pop?0')
    view = valueOf(await click(await host.open(tab, 'http://public.test/flood'), '新窗'))
    expect([view.url, await windows()]).toEqual(['http://public.test/pop?a', 1])
  })

  test('downloads, file fields, other schemes and permissions are refused', async () => {
    host.site.on('/file', (_request, response) => { response.writeHead(200, { 'content-type': 'application/zip', 'content-disposition': 'attachment; filename=x.zip' }).end('PK') })
    page('/odd', `<a href="/file">下载</a><a href="mailto:a@b.test">信</a><a href="wenqu-x:y">外</a><a href="javascript:document.title='js'">脚本</a><input type="file" aria-label="文件"><button onclick="f.click()">选</button><input id="f" type="file" hidden>
      <button onclick="navigator.geolocation.getCurrentPosition(()=>{document.title='where'},e=>{document.title='denied '+e.code})">位置</button>`)
    let view = await host.open(tab, 'http://public.test/odd')
    for (const name of ['下载', '信', '外', '文件', '选']) {
      view = valueOf(await click(view, name))
      expect([name, view.url]).toEqual([name, 'http://public.test/odd'])
    }
    view = valueOf(await click(view, '位置'))
    await expect.poll(async () => (view = await look()).title).toBe('denied 1')
    for (const each of ['fresh', tab]) expect(await host.ask({ do: 'navigate', tab: each, url: 'http://public.test/file', proxy: { port: host.proxy.port, secret: host.proxy.secret }, reach: null })).toMatchObject({ ok: false, fault: { code: 'BROWSER_FAILED', message: expect.stringContaining('not a page') as string } })
    await host.ask({ do: 'close', tab: 'fresh' })
    expect(await windows()).toBe(1)
  })

  test('row 22: a public page reaches no private address, by script, picture, socket, frame, redirect, refresh or link', async () => {
    const inside = `127.0.0.1:${host.site.port}`
    host.site.on('/bounce', (_request, response) => { response.writeHead(302, { location: `http://${inside}/bounced` }).end() })
    page('/attack', `<img src="http://${inside}/img"><img src="/bounce"><iframe src="http://${inside}/frame"></iframe><link rel="stylesheet" href="http://localhost:${host.site.port}/css"><a href="http://${inside}/link">内</a>
      <script>const out=[];const t=(n,p)=>p.then(()=>out.push(n+' in'),()=>out.push(n+' no')).then(()=>{document.title=out.sort().join()})
      t('fetch',fetch('http://${inside}/fetch',{mode:'no-cors'}));t('name',fetch('http://inside.test/name',{mode:'no-cors'}));t('hop',fetch('/bounce',{mode:'no-cors'}));t('ws',new Promise((a,b)=>{const w=new WebSocket('ws://${inside}/ws');w.onopen=a;w.onerror=b}))</script>`)
    let view = await host.open(tab, 'http://public.test/attack')
    await expect.poll(async () => (view = await look()).title).toBe('fetch no,hop no,name no,ws no')
    expect(await click(view, '内')).toMatchObject({ ok: false, fault: { code: 'BROWSER_FAILED' } })
    expect(await host.ask({ do: 'navigate', tab, url: 'http://public.test/bounce', proxy: { port: host.proxy.port, secret: host.proxy.secret }, reach: null })).toMatchObject({ ok: false, fault: { code: 'BROWSER_FAILED' } })
    page('/refresh', `<meta http-equiv="refresh" content="0;url=http://${inside}/refreshed">`)
    await host.ask({ do: 'navigate', tab, url: 'http://public.test/refresh', proxy: { port: host.proxy.port, secret: host.proxy.secret }, reach: null })
    expect(host.site.asked.filter((path) => !['/attack', '/bounce', '/refresh', '/favicon.ico'].includes(path))).toEqual([])
    expect(host.proxy.refusal(inside)).toMatchObject({ code: 'URL_PRIVATE' })
  })

  test('the private place that was named: its own pages reach it, a public page from there does not', async () => {
    const place = `localhost:${host.site.port}`
    host.proxy.allow({ place, policy: { privateHosts: new Set(['localhost']), ownNetwork: new Set(), listedLocal: new Set() } })
    page('/own', `<title>..</title><iframe src="http://public.test/inner"></iframe><a href="http://public.test/outer">出</a><script>fetch('/mine').then(()=>{document.title='own in'})</script>`)
    page('/inner', `<script>fetch('http://${place}/from-frame',{mode:'no-cors'}).catch(()=>0);open('http://${place}/from-open')</script>`)
    page('/outer', `<title>..</title><a href="http://${place}/from-link">回</a><img src="http://${place}/from-img"><img src="/hop"><script>fetch('http://${place}/from-fetch',{mode:'no-cors'}).then(()=>{document.title='in'},()=>{document.title='out'})</script>`)
    host.site.on('/hop', (_request, response) => { response.writeHead(302, { location: `http://${place}/from-hop` }).end() })
    let view = await host.open(tab, `http://${place}/own`, place)
    await expect.poll(async () => (view = await look()).title).toBe('own in')
    view = valueOf(await click(view, '出'))
    await expect.poll(async () => (view = await look()).title).toBe('out')
    expect(await click(view, '回')).toMatchObject({ ok: false, fault: { code: 'BROWSER_FAILED' } })
    expect(host.site.asked.filter((path) => path.startsWith('/from-'))).toEqual([])
    expect(host.site.asked).toContain('/mine')
    host.proxy.allow(null)
  })

  test('a public page that leads on while a private place is asked for does not get there in its stead', async () => {
    const place = `localhost:${host.site.port}`
    let asking = false
    host.site.on('/hold', (_request, response) => { response.writeHead(asking ? 302 : 204, asking ? { location: `http://${place}/from-led` } : {}).end() })
    page('/led', '<script>setInterval(()=>{location.href="/hold?"+Math.random()},1)</script>')
    page('/mine', '<title>mine</title>')
    for (let turn = 0; turn < 8; turn += 1) {
      asking = false
      host.proxy.allow(null)
      await host.open(tab, 'http://public.test/led')
      asking = true
      host.proxy.allow({ place, policy: { privateHosts: new Set(['localhost']), ownNetwork: new Set(), listedLocal: new Set() } })
      expect((await host.open(tab, `http://${place}/mine`, place)).title).toBe('mine')
    }
    expect(host.site.asked).not.toContain('/from-led')
    host.proxy.allow(null)
  })

  test('a page that never comes to rest is closed after its time, its process with it; the next opens', async () => {
    const stuck = (name: string) => `x=new XMLHttpRequest;x.open('GET','/stuck-${name}',false);x.send();for(;;);`
    const ended = async <T>(name: string, act: Promise<T>): Promise<T> => {
      await expect.poll(() => host.site.asked).toContain(`/stuck-${name}`)
      await host.endActs()
      return act
    }
    page('/loop', `<button>x</button><script>${stuck('load')}</script>`)
    page('/later', `<button onclick="${stuck('click')}">转</button>`)
    const before = tree(host.app.process().pid ?? 0)
    expect(await ended('load', host.ask({ do: 'navigate', tab: 'loop', url: 'http://public.test/loop', proxy: { port: host.proxy.port, secret: host.proxy.secret }, reach: null }, 'ending'))).toMatchObject({ ok: false, fault: { code: 'BROWSER_FAILED', data: { closed: true } } })
    const view = await host.open('loop', 'http://public.test/later', null, 'ending')
    expect(await ended('click', host.ask({ do: 'click', tab: 'loop', snapshot: view.snapshot, index: 0 }, 'ending'))).toMatchObject({ ok: false, fault: { code: 'BROWSER_FAILED', data: { closed: true } } })
    expect(await host.ask({ do: 'extract', tab: 'loop' }, 'ending')).toMatchObject({ ok: false, fault: { code: 'BROWSER_FAILED' } })
    await expect.poll(() => tree(host.app.process().pid ?? 0).filter((pid) => !before.includes(pid)).length).toBeLessThanOrEqual(1)
    await host.open('loop', 'http://public.test/pw', null, 'ending')
    await host.ask({ do: 'close', tab: 'loop' }, 'ending')
  })

  test('asks that are none are refused; after the end no window is left', async () => {
    expect(await host.ask({ do: 'navigate', tab } as never)).toMatchObject({ ok: false, fault: { code: 'BROWSER_FAILED' } })
    expect(await host.ask({ do: 'run', tab, code: 'x' } as never)).toMatchObject({ ok: false })
    await host.app.evaluate(() => { for (const one of Object.values((globalThis as unknown as { pageHosts: Record<string, { closeAll(): void }> }).pageHosts)) one.closeAll() })
    expect(await windows()).toBe(0)
    expect(await host.app.evaluate(() => (globalThis as unknown as { pageTroubles: string[] }).pageTroubles)).toEqual([])
  })
})
