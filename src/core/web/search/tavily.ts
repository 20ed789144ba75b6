import { z } from 'zod'
import { readJsonFrom, shaped } from '../read-json'
import type { AskProvider } from './types'

const Answer = z.object({ results: z.array(z.object({ title: z.string().nullish(), url: z.string(), content: z.string().nullish(), score: z.number().nullish(), published_date: z.string().nullish() })) })

/** Tavily's search API. */
export const askTavily: AskProvider = async (request, { key, baseURL }, signal) => {
  const body = {
    query: request.query, max_results: request.count, search_depth: 'basic',
    ...(request.allowed.length === 0 ? {} : { include_domains: request.allowed }), ...(request.blocked.length === 0 ? {} : { exclude_domains: request.blocked }),
    ...(request.recencyDays === null ? {} : { days: request.recencyDays, topic: 'news' }),
  }
  const raw = await readJsonFrom(`${baseURL ?? 'https://api.tavily.com'}/search`, { method: 'POST', headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` }, body: JSON.stringify(body) }, { signal, timeoutMs: 20_000 })
  return shaped(Answer.safeParse(raw)).results.map(({ title, url, content, score, published_date: published }) => ({
    title: title ?? url, url, snippet: content ?? '', ...(typeof score === 'number' ? { score } : {}), ...(typeof published === 'string' ? { publishedAt: published } : {}),
  }))
}
