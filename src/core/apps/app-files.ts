import { realpath } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { openSafely } from '../project/safe-read'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8', '.htm': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.mjs': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8', '.txt': 'text/plain; charset=utf-8', '.md': 'text/plain; charset=utf-8', '.csv': 'text/csv; charset=utf-8', '.svg': 'image/svg+xml', '.png': 'image/png',
  '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg', '.gif': 'image/gif', '.webp': 'image/webp', '.ico': 'image/x-icon', '.woff': 'font/woff', '.woff2': 'font/woff2', '.ttf': 'font/ttf', '.wasm': 'application/wasm',
}

export interface AppFile { readonly handle: FileHandle; readonly type: string; readonly size: number }

/** The regular file behind a path of an app, or null: below its folder after links, nothing that begins with a dot (07 §3). */
export async function openAppFile(dir: string, path: string): Promise<AppFile | null> {
  const segments = segmentsOf(path)
  if (segments === null) return null
  try {
    const root = await realpath(dir)
    const real = await realpath(join(root, ...segments))
    const inside = relative(root, real).split(sep)
    if (inside.some((segment) => segment === '' || segment.startsWith('.')) || !real.startsWith(root.endsWith(sep) ? root : root + sep)) return null
    const handle = await openSafely({ shown: path, real, exists: true, owner: null })
    const { size } = await handle.stat()
    return { handle, size, type: types[extname(real).toLowerCase()] ?? 'application/octet-stream' }
  } catch {
    // What cannot be read is not there, whatever the reason: the page learns nothing of this machine.
    return null
  }
}

/** The parts of a request's path, decoded once; a folder means its index.html. */
function segmentsOf(path: string): string[] | null {
  try {
    const decoded = path.split('/').map(decodeURIComponent)
    if (decoded.at(-1) === '') decoded[decoded.length - 1] = 'index.html'
    return decoded.some((segment) => segment === '' || segment.startsWith('.') || /[/\\:\0]/.test(segment)) ? null : decoded
  } catch {
    return null
  }
}
