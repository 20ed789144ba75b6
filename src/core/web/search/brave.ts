import { z } from 'zod'
import { readJsonFrom, shaped } from '../read-json'
import type { AskProvider } from './types'

const Answer = z.object({ web: z.object({ results: z.array(z.object({ title: z.string().nullish(), url: z.string(), description: z.string().nullish(), page_age: z.string().nullish(), profile: z.object({ name: z.string().nullish() }).nullish() })) }).nullish() })
const dayMs = 86_400_000

/** Brave's search API. It has no lists of domains: those are filtered on our side. */
export const askBrave: AskProvider = async (request, { key, baseURL }, signal) => {
  const url = new URL(`${baseURL ?? 'https://api.search.brave.com'}/res/v1/web/search`)
  const filters = request.allowed.map((host) => `site:${host}`).join(' OR ')
  url.searchParams.set('q', filters === '' ? request.query : `${request.query} ${filters}`)
  url.searchParams.set('count', String(Math.min(20, request.count)))
  if (request.recencyDays !== null) url.searchParams.set('freshness', freshness(request.recencyDays))
  const raw = await readJsonFrom(url.href, { headers: { accept: 'application/json', 'x-subscription-token': key } }, { signal, timeoutMs: 20_000 })
  return (shaped(Answer.safeParse(raw)).web?.results ?? []).map(({ title, url: address, description, page_age: age, profile }) => ({
    title: title ?? address, url: address, snippet: description ?? '', ...(typeof profile?.name === 'string' ? { source: profile.name } : {}), ...(typeof age === 'string' ? { publishedAt: age } : {}),
  }))
}

/** A range of dates up to today. */
function freshness(days: number): string {
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10)
  const now = Date.now()
  return `${day(now - days * dayMs)}to${day(now)}`
}
