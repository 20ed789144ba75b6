/** What is looked for; domains are bare hosts, `www.` aside, with their sub-domains (07 §2). */
export interface SearchRequest { readonly query: string; readonly count: number; readonly allowed: readonly string[]; readonly blocked: readonly string[]; readonly recencyDays: number | null }
export interface SearchHit { title: string; url: string; snippet: string; source?: string; publishedAt?: string; score?: number }
export interface Searched { query: string; provider: string; results: SearchHit[] }

/** One service: asks it and gives its hits in its own order; throws an error that names the cause. */
export type AskProvider = (request: SearchRequest, access: { key: string; baseURL: string | null }, signal: AbortSignal) => Promise<SearchHit[]>
