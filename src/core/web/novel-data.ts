import { fail, whyOf } from '@shared/fault'
import { z } from 'zod'
import type { Env } from '../project/types'
import { readJsonFrom, shaped } from './read-json'
import { cleanRemote } from './remote-text'

const line = z.string().max(2_000).transform((text) => cleanRemote(text).replace(/\s+/g, ' ').trim())
const count = z.union([z.number(), line]).nullish()
const Rankings = z.object({
  rankType: line, rankTypeKey: line, platform: line, fetchedAt: z.string().max(40), expiresAt: z.string().max(40),
  items: z.array(z.object({
    rank: z.number(), title: line, author: line.nullish(), externalBookId: z.union([line, z.number()]).nullish(),
    metrics: z.object({ creationStatus: count, wordCount: count, readCount: count, category: count, lastChapterTitle: count }).partial().nullish(),
  })).max(1_000),
})
const BookDetail = z.object({
  title: line, author: line.nullish(), bookStatus: count, wordCount: count, genres: z.array(line).max(50).nullish(), description: z.string().max(20_000).transform(cleanRemote).nullish(),
  fetchedAt: z.string().max(40), expiresAt: z.string().max(40), stale: z.boolean().nullish(),
})
export type Rankings = z.infer<typeof Rankings>
export type BookDetail = z.infer<typeof BookDetail>
/** `stale`: when it was fetched, where it is older than it says it holds. */
export interface Held<T> { readonly data: T; readonly stale: string | null }

/** Rankings and books of web novel platforms, from the author's own companion service (07 §2). NOVEL_DATA_UNAVAILABLE. */
export interface NovelData {
  rankings(platform: string, board: string, signal: AbortSignal): Promise<Held<Rankings>>
  book(platform: string, bookId: string, signal: AbortSignal): Promise<Held<BookDetail>>
}

const keepMs = 3 * 3_600_000
const timeoutMs = 15_000

export function createNovelData({ env, baseURL }: { env: Env; baseURL(): string }): NovelData {
  const known = new Map<string, { at: number; data: { fetchedAt: string; expiresAt: string } }>()
  const get = async <T extends { fetchedAt: string; expiresAt: string }>(path: string, parse: (raw: unknown) => T, signal: AbortSignal): Promise<Held<T>> => {
    const now = env.now().getTime()
    const address = `${baseURL().replace(/\/+$/, '')}${path}`
    const old = known.get(address)
    if (old !== undefined && now - old.at < keepMs && !expired(old.data, now)) return held(old.data as T, now)
    try {
      const data = parse(await readJsonFrom(address, { headers: { accept: 'application/json' } }, { signal, timeoutMs }))
      known.set(address, { at: now, data })
      return held(data, now)
    } catch (error) {
      if (signal.aborted) throw error
      if (old !== undefined) return { data: old.data as T, stale: old.data.fetchedAt }
      return fail('NOVEL_DATA_UNAVAILABLE', `the service of novelData.baseURL (${baseURL()}) gave no answer that can be used: ${whyOf(error).slice(0, 200)}.`, { fix: 'The author starts the companion service, or corrects novelData.baseURL in Settings.' })
    }
  }
  return {
    rankings: (platform, board, signal) => get(`/v1/rankings/${platform}/${board}`, (raw) => shaped(Rankings.safeParse(raw)), signal),
    book: (platform, bookId, signal) => get(`/v1/books/${platform}/${bookId}`, (raw) => shaped(BookDetail.safeParse(raw)), signal),
  }
}

const expired = ({ expiresAt }: { expiresAt: string }, now: number): boolean => Date.parse(expiresAt) <= now
const held = <T extends { fetchedAt: string; expiresAt: string; stale?: boolean | null | undefined }>(data: T, now: number): Held<T> => ({ data, stale: data.stale === true || expired(data, now) ? data.fetchedAt : null })
