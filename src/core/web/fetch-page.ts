import type { Readable } from 'node:stream'
import { Cancelled, fail, FaultError, isFault } from '@shared/fault'
import { request, type Dispatcher } from 'undici'
import { asFetched } from './as-fetched'
import { contentKind, type ContentKind } from './content-kind'
import { decodePage, readBody } from './decode-body'
import { createDialer, type DialOptions, type DialPolicy } from './dial'
import { pageMarkdown } from './page-markdown'
import { cleanRemote, remoteLine } from './remote-text'

/** A page as text, with where it came from in the end. */
export interface FetchedPage { readonly kind: 'page'; readonly url: string; readonly finalUrl: string; readonly contentType: string; readonly format: 'markdown' | 'text'; readonly title: string; readonly description: string; readonly text: string; readonly fetchedAt: string }
/** A redirect to another origin: not followed, told to the model (07 §2). */
export interface NotFetched { readonly kind: 'redirect'; readonly url: string; readonly target: string }

export interface FetchOptions extends DialOptions { now(): Date; policy: DialPolicy; signal: AbortSignal; /** 10 s to the headers, 30 s in all, unless a test shortens them. */ headersMs?: number; totalMs?: number }

const maxHops = 5
const headers = { 'user-agent': 'Mozilla/5.0 (compatible; Wenqu/1.0)', accept: 'text/html,application/xhtml+xml,text/*;q=0.9,application/json;q=0.8,*/*;q=0.5', 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8', 'accept-encoding': 'gzip, deflate, br' }

/**
 * Fetches one judged URL: GET, no cookies, no credentials, redirects only within the origin. FETCH_TIMEOUT, TOO_MANY_REDIRECTS, HTTP_STATUS,
 * CONTENT_TYPE, BODY_TOO_LARGE, PAGE_EMPTY, URL_BLOCKED, URL_PRIVATE, FETCH_FAILED.
 */
export async function fetchPage(judged: URL, options: FetchOptions): Promise<FetchedPage | NotFetched> {
  const { totalMs = 30_000 } = options
  const deadline = AbortSignal.timeout(totalMs)
  const signal = AbortSignal.any([options.signal, deadline])
  const dispatcher = createDialer(options.policy, options)
  try {
    return await follow(judged, dispatcher, { ...options, signal })
  } catch (error) {
    throw troubleOf(error, { stopped: options.signal.aborted, late: deadline.aborted, totalMs })
  } finally {
    await dispatcher.destroy()
  }
}

async function follow(judged: URL, dispatcher: Dispatcher, options: FetchOptions): Promise<FetchedPage | NotFetched> {
  let url = asFetched(judged)
  for (let hops = 0; ; hops += 1) {
    const answer = await ask(url, dispatcher, options)
    const location = one(answer.headers['location'])
    if (answer.statusCode >= 300 && answer.statusCode < 400 && location !== null) {
      discard(answer.body)
      const target = targetOf(location, url)
      if (target === null || target.origin !== url.origin) return { kind: 'redirect', url: url.href, target: target === null ? remoteLine(location, 512) : target.href }
      if (hops === maxHops) fail('TOO_MANY_REDIRECTS', `${url.host} redirected more than ${maxHops} times.`)
      url = target
      continue
    }
    if (answer.statusCode < 200 || answer.statusCode >= 300) {
      discard(answer.body)
      fail('HTTP_STATUS', `${answer.statusCode} from ${url.host}.`, { actual: String(answer.statusCode) })
    }
    return pageOf(judged, url, answer, options)
  }
}

/** One GET; redirects are not followed by the library. */
async function ask(url: URL, dispatcher: Dispatcher, { signal, headersMs = 10_000 }: FetchOptions): Promise<Dispatcher.ResponseData> {
  return request(url, { method: 'GET', headers, dispatcher, signal, headersTimeout: headersMs, bodyTimeout: 0 })
}

/** Where a redirect leads, without user and password; null when it is no address of http or https. */
function targetOf(location: string, from: URL): URL | null {
  try {
    const target = new URL(location, from)
    target.username = ''
    target.password = ''
    target.hash = ''
    return target.protocol === 'http:' || target.protocol === 'https:' ? target : null
  } catch {
    return null
  }
}

const one = (value: string | string[] | undefined): string | null => (Array.isArray(value) ? (value[0] ?? null) : (value ?? null))

function discard(body: Readable): void {
  body.on('error', () => undefined)
  body.destroy()
}

async function pageOf(judged: URL, url: URL, answer: Dispatcher.ResponseData, { signal, now }: FetchOptions): Promise<FetchedPage> {
  // Ending it early is no error of anyone.
  answer.body.on('error', () => undefined)
  const said = contentKind(one(answer.headers['content-type']))
  if (said.kind === 'other') {
    answer.body.destroy()
    fail('CONTENT_TYPE', `${remoteLine(said.type, 100)} cannot be read as a page.`, { actual: said.type })
  }
  const encodings = (one(answer.headers['content-encoding']) ?? '').split(',').map((name) => name.trim().toLowerCase()).filter((name) => name !== '')
  const bytes = await readBody(answer.body, encodings)
  const isHtml = said.kind === 'html' || (said.kind === 'unknown' && startsLikeHtml(bytes))
  const whole = decodePage(bytes, said.charset, isHtml)
  const page = isHtml ? await pageMarkdown(whole, url.href, signal) : { markdown: whole.trim(), title: '', description: '' }
  const text = cleanRemote(page.markdown).trim()
  if (text === '') fail('PAGE_EMPTY', `${url.host} gave a page without text.`, { fix: 'The page may be made by scripts; try another address.' })
  return {
    kind: 'page', url: judged.href, finalUrl: url.href, contentType: typeOf(said, isHtml), format: isHtml ? 'markdown' : 'text',
    title: remoteLine(page.title, 200), description: remoteLine(page.description, 512), text, fetchedAt: now().toISOString(),
  }
}

const startsLikeHtml = (bytes: Buffer): boolean => bytes.subarray(0, 512).toString('latin1').replace(/^\u00EF\u00BB\u00BF/, '').trimStart().startsWith('<')
const typeOf = (said: ContentKind, isHtml: boolean): string => (said.type === '' ? (isHtml ? 'text/html' : 'text/plain') : said.type)

/** The connector's own refusals come wrapped by the library; everything else is said in our words. */
function troubleOf(error: unknown, { stopped, late, totalMs }: { stopped: boolean; late: boolean; totalMs: number }): Error {
  const inner = [error, (error as { cause?: unknown }).cause].find(isFault)
  if (inner !== undefined) return inner
  if (stopped) return new Cancelled()
  const code = codeOf(error)
  if (late || code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_CONNECT_TIMEOUT') return new FaultError({ code: 'FETCH_TIMEOUT', message: `the page did not come in time (${Math.round(totalMs / 1_000)} seconds at most).` })
  return new FaultError({ code: 'FETCH_FAILED', message: `the page could not be fetched: ${code === '' ? String((error as Error).message).slice(0, 200) : code}.` })
}

const codeOf = (error: unknown): string => {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  return typeof code === 'string' ? code : typeof cause?.code === 'string' ? cause.code : ''
}
