import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the server does next; `vectors` unless told. */
export type Mood = 'vectors' | 'status' | 'html' | 'fewer' | 'silence'
export interface EmbeddingServer { url: string; mood: Mood; requests: { path: string; headers: IncomingMessage['headers']; model: string; input: string[] }[]; close(): Promise<void> }

/** A loopback server of OpenAI's embeddings; `vectorOf` says where a text points. */
export async function startEmbeddingServer(vectorOf: (text: string) => number[]): Promise<EmbeddingServer> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString('utf8')) as { model: string; input: string[] }
      made.requests.push({ path: request.url ?? '', headers: request.headers, model: body.model, input: body.input })
      if (made.mood === 'silence') return
      if (made.mood === 'html') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>portal</p>')
      response.writeHead(made.mood === 'status' ? 500 : 200, { 'content-type': 'application/json' })
      if (made.mood === 'status') return void response.end('{"error":{"message":"down","type":"x"}}')
      const texts = made.mood === 'fewer' ? body.input.slice(1) : body.input
      response.end(JSON.stringify({ object: 'list', model: body.model, data: texts.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) })), usage: { prompt_tokens: 1, total_tokens: 1 } }))
    })
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const made: EmbeddingServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, mood: 'vectors', requests: [],
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => { server.close(() => resolve()) })
    },
  }
  return made
}
