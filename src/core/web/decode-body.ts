import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import type { Readable, Transform } from 'node:stream'
import { fail } from '@shared/fault'
import iconv from 'iconv-lite'

export const maxBodyBytes = 5_242_880
const maxLayers = 2

/** Reads a body through at most two layers of compression, counting what comes out. BODY_TOO_LARGE, CONTENT_TYPE, FETCH_FAILED. */
export async function readBody(body: Readable, encodings: readonly string[]): Promise<Buffer> {
  const layers = encodings.filter((one) => one !== 'identity')
  if (layers.length > maxLayers) {
    body.destroy()
    fail('CONTENT_TYPE', `the page is compressed ${layers.length} times over; at most ${maxLayers} layers are read.`)
  }
  const parts: Readable[] = [body]
  for (const layer of layers.toReversed()) parts.push(undo(layer, parts.at(-1) ?? body))
  return collect(parts)
}

function undo(layer: string, from: Readable): Readable {
  const transform = decompressor(layer)
  if (transform === null) {
    from.destroy()
    return fail('CONTENT_TYPE', `the page is compressed as "${layer.slice(0, 40)}", which cannot be read.`)
  }
  from.on('error', (error) => transform.destroy(error))
  return from.pipe(transform)
}

function decompressor(layer: string): Transform | null {
  switch (layer) {
    case 'gzip': case 'x-gzip': return createGunzip()
    case 'br': return createBrotliDecompress()
    case 'deflate': return createInflate()
    case 'deflate-raw': return createInflateRaw()
    default: return null
  }
}

async function collect(parts: readonly Readable[]): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of parts.at(-1) ?? []) {
      const bytes = Buffer.from(chunk as Uint8Array)
      size += bytes.length
      if (size > maxBodyBytes) fail('BODY_TOO_LARGE', `the page has more than ${maxBodyBytes} bytes.`, { expected: `at most ${maxBodyBytes} bytes` })
      chunks.push(bytes)
    }
    return Buffer.concat(chunks)
  } finally {
    for (const part of parts) part.destroy()
  }
}

/** The text of a page: BOM, the header's charset, for HTML a `<meta>` in the first 4 KB, else UTF-8; bad bytes are replaced (07 §2). */
export function decodePage(bytes: Buffer, charset: string | null, isHtml: boolean): string {
  const marked = bomOf(bytes)
  if (marked !== null) return iconv.decode(bytes, marked)
  const label = charset ?? (isHtml ? metaCharset(bytes) : null)
  return iconv.decode(bytes, label !== null && isKnown(label) ? widened(label) : 'utf8')
}

/** UTF-7 hides what a reader of pages would not see in it, and no browser reads it. */
const isKnown = (label: string): boolean => !/^(?:unicode-?1-?1-?)?utf-?7/i.test(label) && iconv.encodingExists(label)

function bomOf(bytes: Buffer): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
}

/** Pages that say GB2312 or GBK hold characters of its superset. */
const widened = (label: string): string => (/^(gb2312|gbk|gb_2312|cp936|x-gbk)/i.test(label) ? 'gb18030' : label)

function metaCharset(bytes: Buffer): string | null {
  const head = bytes.subarray(0, 4_096).toString('latin1')
  const tag = /<meta[^>]{0,300}?charset\s*=\s*["']?\s*([\w:.-]{1,40})/i.exec(head)
  return tag?.[1]?.toLowerCase() ?? null
}
