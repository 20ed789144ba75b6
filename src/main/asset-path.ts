import { realpathSync } from 'node:fs'
import { extname, resolve, sep } from 'node:path'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml', '.png': 'image/png', '.ico': 'image/x-icon', '.woff2': 'font/woff2', '.woff': 'font/woff', '.ttf': 'font/ttf', '.wasm': 'application/wasm',
}

export interface Asset { readonly file: string; readonly type: string }

/** The file behind an `app://wenqu/…` address, or null: only known kinds of file, only below `folder`, links resolved (EL-06). */
export function assetOf(folder: string, address: string): Asset | null {
  const path = pathOf(address)
  if (path === null) return null
  const file = resolve(folder, `.${path === '/' ? '/index.html' : path}`)
  const type = types[extname(file).toLowerCase()]
  if (!type || !file.startsWith(folder + sep)) return null
  try {
    const real = realpathSync(file)
    return real.startsWith(realpathSync(folder) + sep) ? { file: real, type } : null
  } catch {
    return null
  }
}

function pathOf(address: string): string | null {
  try {
    const url = new URL(address)
    if (url.protocol !== 'app:' || url.host !== 'wenqu') return null
    const path = decodeURIComponent(url.pathname)
    return hasForbiddenCharacter(path) || path.split('/').includes('..') ? null : path
  } catch {
    return null
  }
}

const hasForbiddenCharacter = (path: string) => [...path].some((char) => char === '\\' || char === ':' || char < ' ')
