import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One answer of the server. Bytes are written exactly as told, so that faults can be put anywhere. */
export type Reply =
  | { kind: 'stream'; chunks: unknown[]; usage?: { prompt_tokens: number; completion_tokens: number; prompt_tokens_details?: { cached_tokens: number } }; finish?: string | null; /** Split the bytes every n. */ every?: number; pauseMs?: number; cut?: 'end' | 'reset'; /** Written after the chunks instead of the usual end; may stop inside a character. */ raw?: string | Buffer }
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  | { kind: 'html' }
  | { kind: 'reset' }
  /** Headers and `first`, then nothing at all. */
  | { kind: 'silence'; first?: unknown[] }

export interface ModelServer { url: string; requests: { path: string; headers: IncomingMessage['headers']; body: Record<string, unknown> }[]; close(): Promise<void> }

const sse = (data: unknown): string => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
const chunk = (delta: unknown, finish: string | null = null) => ({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })

export const text = (content: string) => chunk({ role: 'assistant', content })
export const thinking = (reasoning_content: string) => chunk({ role: 'assistant', reasoning_content })
export const toolStart = (index: number, id: string, name: string, args = '') => chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: args } }] })
export const toolMore = (index: number, args: string) => chunk({ tool_calls: [{ index, function: { arguments: args } }] })
/** A whole call, its arguments in pieces of `size` characters. */
export function toolCall(index: number, id: string, name: string, args: string, size = 5): unknown[] {
  const pieces = args.match(new RegExp(`[\\s\\S]{1,${size}}`, 'gu')) ?? []
  return [toolStart(index, id, name), ...pieces.map((piece) => toolMore(index, piece))]
}
export const stream = (chunks: unknown[], more: Partial<Extract<Reply, { kind: 'stream' }>> = {}): Reply => ({ kind: 'stream', chunks, ...more })

/** A loopback server of OpenAI's chat completions; replies are played in order, the last one again and again. */
export async function startModelServer(replies: readonly (Reply | ((n: number) => Reply))[]): Promise<ModelServer> {
  const requests: ModelServer['requests'] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      requests.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(Buffer.concat(parts).toString('utf8') || '{}') })
      const reply = replies[Math.min(requests.length, replies.length) - 1]
      if (reply !== undefined) void answer(response, typeof reply === 'function' ? reply(requests.length) : reply)
    })
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests, close: () => shut(server) }
}

function shut(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => { server.close(() => resolve()) })
}

async function answer(response: ServerResponse, reply: Reply): Promise<void> {
  response.on('error', () => undefined)
  if (reply.kind === 'reset') { response.socket?.resetAndDestroy(); return }
  if (reply.kind === 'status') { response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }); response.end(reply.body ?? JSON.stringify({ error: { message: `status ${reply.status}` } })); return }
  if (reply.kind === 'html') { response.writeHead(200, { 'content-type': 'text/html' }); response.end('<!doctype html><p>captive portal</p>'); return }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if (reply.kind === 'silence') { response.write((reply.first ?? []).map(sse).join('')); response.flushHeaders(); return }
  await write(response, bodyOf(reply), reply)
  if (reply.cut === 'reset') response.socket?.resetAndDestroy()
  else response.end()
}

function bodyOf(reply: Extract<Reply, { kind: 'stream' }>): Buffer {
  const head = Buffer.from(reply.chunks.map(sse).join(''))
  if (reply.raw !== undefined) return Buffer.concat([head, Buffer.from(reply.raw as string)])
  if (reply.cut !== undefined) return head
  const tail = reply.finish === null ? [] : [chunk({}, reply.finish ?? 'stop')]
  const usage = reply.usage === undefined ? [] : [{ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage: { total_tokens: 0, ...reply.usage } }]
  return Buffer.concat([head, Buffer.from([...tail, ...usage, '[DONE]'].map(sse).join(''))])
}

async function write(response: ServerResponse, bytes: Buffer, reply: Extract<Reply, { kind: 'stream' }>): Promise<void> {
  const every = reply.every ?? bytes.length
  for (let at = 0; at < bytes.length && !response.destroyed; at += every) {
    response.write(bytes.subarray(at, at + every))
    await new Promise((resolve) => { if (reply.pauseMs === undefined) setImmediate(resolve); else setTimeout(resolve, reply.pauseMs) })
  }
}
