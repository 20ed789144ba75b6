import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { openSite, type Site } from '../web/loopback-site'

const Asked = z.looseObject({ id: z.number().optional(), method: z.string(), params: z.looseObject({ name: z.string().optional(), arguments: z.looseObject({ text: z.string().optional() }).optional(), protocolVersion: z.string().optional() }).optional() })
type Asked = z.infer<typeof Asked>

/** An MCP server over HTTP that keeps or breaks the rules, one method at a time. */
export interface HttpServer {
  readonly site: Site
  readonly url: string
  /** Headers of every request, in order, with its method. */
  readonly seen: { at: number; http: string; rpc: string; headers: IncomingMessage['headers'] }[]
  /** Sessions that it knows; taking one away is losing it. */
  readonly sessions: Set<string>
  /** Answers this method (an RPC method, a tool, or GET) in its own way. */
  on(what: string, answer: Answer): void
}
export type Answer = (response: ServerResponse, asked: Asked) => void

const tools = [{ name: 'echo', description: 'Says it again.', inputSchema: { type: 'object' } }, { name: 'other', inputSchema: { type: 'object' } }]
export const json = (response: ServerResponse, body: unknown, headers: Record<string, string> = {}): void => { response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body)) }
export const said = (asked: Asked, text: string): object => ({ jsonrpc: '2.0', id: asked.id, result: { content: [{ type: 'text', text }] } })
export const stream = (response: ServerResponse): ServerResponse => response.writeHead(200, { 'content-type': 'text/event-stream' })
export const event = (message: object): string => `event: message\ndata: ${JSON.stringify(message)}\n\n`
/** As much as is taken, without end. */
export const pour = (response: ServerResponse, chunk: string): void => {
  const pump = (): void => { while (!response.destroyed && response.write(chunk)); if (!response.destroyed) response.once('drain', pump) }
  pump()
}
export const zeros = (bytes: number): Buffer => gzipSync(Buffer.alloc(bytes))

export async function openHttpServer(): Promise<HttpServer> {
  const site = await openSite()
  const own = new Map<string, Answer>()
  const seen: HttpServer['seen'] = []
  const sessions = new Set<string>()
  const usual = (response: ServerResponse, asked: Asked): void => {
    if (asked.method === 'initialize') {
      const session = `session-${sessions.size}-${'s'.repeat(24)}`
      sessions.add(session)
      return json(response, { jsonrpc: '2.0', id: asked.id, result: { protocolVersion: asked.params?.protocolVersion ?? '', capabilities: { tools: {} }, serverInfo: { name: 'test', version: '1' } } }, { 'mcp-session-id': session })
    }
    if (asked.id === undefined) return void response.writeHead(202).end()
    if (asked.method === 'tools/list') return json(response, { jsonrpc: '2.0', id: asked.id, result: { tools } })
    json(response, said(asked, `Echo: ${asked.params?.arguments?.text ?? ''}`))
  }
  site.on('/mcp', (request, response) => void (async () => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const asked = request.method === 'POST' ? Asked.parse(JSON.parse(Buffer.concat(parts).toString())) : { method: request.method ?? '' }
    seen.push({ at: performance.now(), http: request.method ?? '', rpc: asked.method, headers: request.headers })
    const given = request.headers['mcp-session-id']
    const answer = own.get(asked.params?.name ?? asked.method)
    if (answer !== undefined) return answer(response, asked)
    if (request.method !== 'POST') return void response.writeHead(405).end()
    if (asked.method !== 'initialize' && !sessions.has(String(given))) return void response.writeHead(404).end('no such session')
    usual(response, asked)
  })().catch(() => response.destroy()))
  return { site, url: `http://127.0.0.1:${site.port}/mcp`, seen, sessions, on: (what, answer) => { own.set(what, answer) } }
}
