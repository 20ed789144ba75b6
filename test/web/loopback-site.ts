import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Page = (request: IncomingMessage, response: ServerResponse) => void
/** A web site on loopback: each path answers as told; every request is kept. */
export interface Site { readonly port: number; readonly base: string; readonly asked: string[]; readonly sockets: () => number; on(path: string, page: Page): void; close(): Promise<void> }

export async function openSite(): Promise<Site> {
  const pages = new Map<string, Page>()
  const asked: string[] = []
  let open = 0
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const page = pages.get(new URL(request.url ?? '/', 'http://x').pathname)
    if (page === undefined) response.writeHead(404).end('none')
    else page(request, response)
  })
  server.on('connection', (socket) => {
    open += 1
    socket.on('close', () => { open -= 1 })
    socket.on('error', () => undefined)
  })
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done) })
  const { port } = server.address() as AddressInfo
  return {
    port, base: `http://localhost:${port}`, asked, sockets: () => open,
    on: (path, page) => { pages.set(path, page) },
    close: () => new Promise((done) => {
      server.closeAllConnections()
      server.close(() => { done() })
    }),
  }
}

export const html = (body: string, headers: Record<string, string> = {}): Page => (_request, response) => { response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body) }
export const redirect = (location: string, status = 302): Page => (_request, response) => { response.writeHead(status, { location }).end() }
