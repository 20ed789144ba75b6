import { inflateRawSync } from 'node:zlib'

export interface ZipEntry { name: string, size: number, text: () => string | null }

const END = 0x06054b50
const CENTRAL = 0x02014b50

/** Entries of a zip by its central directory; enough to look into a docx beside mammoth. Empty when it is no readable zip. */
export function zipEntries(bytes: Uint8Array): ZipEntry[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOfDirectory(buffer)
  if (end < 0) return []
  const entries: ZipEntry[] = []
  let at = buffer.readUInt32LE(end + 16)
  for (let left = buffer.readUInt16LE(end + 10); left > 0 && at + 46 <= buffer.length && buffer.readUInt32LE(at) === CENTRAL; left--) {
    const nameLength = buffer.readUInt16LE(at + 28)
    const [method, packed, size, local] = [buffer.readUInt16LE(at + 10), buffer.readUInt32LE(at + 20), buffer.readUInt32LE(at + 24), buffer.readUInt32LE(at + 42)]
    entries.push({ name: buffer.toString('utf8', at + 46, at + 46 + nameLength), size, text: () => contentOf(buffer, { method, packed, size, local }) })
    at += 46 + nameLength + buffer.readUInt16LE(at + 30) + buffer.readUInt16LE(at + 32)
  }
  return entries
}

function endOfDirectory(buffer: Buffer): number {
  for (let at = buffer.length - 22; at >= Math.max(0, buffer.length - 65_557); at--) if (buffer.readUInt32LE(at) === END) return at
  return -1
}

function contentOf(buffer: Buffer, entry: { method: number, packed: number, size: number, local: number }): string | null {
  if (entry.local + 30 > buffer.length) return null
  const start = entry.local + 30 + buffer.readUInt16LE(entry.local + 26) + buffer.readUInt16LE(entry.local + 28)
  const data = buffer.subarray(start, start + entry.packed)
  try {
    return (entry.method === 8 ? inflateRawSync(data, { maxOutputLength: entry.size + 1 }) : data).toString('utf8')
  } catch {
    return null
  }
}
