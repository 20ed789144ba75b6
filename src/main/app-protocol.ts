import { readFile } from 'node:fs/promises'
import type { Protocol } from 'electron'
import { assetOf } from './asset-path'

/** What a page of ours may load: itself, nothing from anywhere else (EL-05). Monaco sets styles from scripts, hence `unsafe-inline` there. */
export const contentPolicy = [
  "default-src 'none'", "script-src 'self'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data: blob:", "font-src 'self' data:", "worker-src 'self' blob:",
  "connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-src 'none'", "frame-ancestors 'none'", "object-src 'none'",
].join('; ')

/** Must run before the app is ready: makes `app://wenqu` a secure origin with storage, workers and a code cache. */
export function declareAppScheme(protocol: Protocol): void {
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } }])
}

/** Serves the built renderer, read only. */
export function serveApp(protocol: Protocol, folder: string): void {
  protocol.handle('app', async (request) => {
    const asset = request.method === 'GET' || request.method === 'HEAD' ? assetOf(folder, request.url) : null
    if (!asset) return new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain', 'content-security-policy': contentPolicy } })
    const headers = {
      'content-type': asset.type, 'content-security-policy': contentPolicy, 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer', 'cache-control': asset.file.endsWith('.html') ? 'no-cache' : 'public, max-age=31536000, immutable',
    }
    return new Response(new Uint8Array(await readFile(asset.file)), { headers })
  })
}
