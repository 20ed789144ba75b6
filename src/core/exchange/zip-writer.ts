import { crc32, deflateRaw } from 'node:zlib'
import { promisify } from 'node:util'

const deflate = promisify(deflateRaw)
const stored = 0
const deflated = 8

/** A ZIP archive in memory, entries in the order they were added; they are packed on other threads meanwhile. */
export interface ZipWriter {
  /** `plain`: not compressed. Sizes stand before the data, so that readers which stream can read it. */
  add(name: string, data: Uint8Array | string, how?: 'plain'): void
  end(): Promise<Uint8Array>
}

interface Entry { name: Buffer; method: number; crc: number; size: number; packed: Promise<Uint8Array> }

/** `at` is the time of every entry. Fewer than 65,536 entries and 4 GiB: no ZIP64. */
export function createZip(at: Date): ZipWriter {
  const entries: Entry[] = []
  return {
    add: (name, data, how) => {
      const bytes = typeof data === 'string' ? Buffer.from(data) : data
      const packed = how === 'plain' ? Promise.resolve(bytes) : deflate(bytes)
      // Looked at in `end`; until then a failure belongs to nobody.
      packed.catch(() => undefined)
      entries.push({ name: Buffer.from(name), method: how === 'plain' ? stored : deflated, crc: crc32(bytes), size: bytes.length, packed })
    },
    end: async () => {
      const chunks: Uint8Array[] = []
      const directory: Uint8Array[] = []
      let offset = 0
      for (const entry of entries) {
        const packed = await entry.packed
        const shared = sharedHeader(entry, packed.length, at)
        directory.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), shared, placeOf(offset), entry.name)
        chunks.push(Buffer.from('PK\u0003\u0004'), shared, entry.name, packed)
        offset += 4 + shared.length + entry.name.length + packed.length
      }
      const central = Buffer.concat(directory)
      return Buffer.concat([...chunks, central, endOf(entries.length, central.length, offset)])
    },
  }
}

/** What a local header and the directory say alike. */
function sharedHeader({ name, method, crc, size }: Entry, packed: number, at: Date): Buffer {
  const header = Buffer.alloc(26)
  header.writeUInt16LE(20, 0)
  header.writeUInt16LE(method, 4)
  header.writeUInt16LE((at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1), 6)
  header.writeUInt16LE((Math.max(0, at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(), 8)
  header.writeUInt32LE(crc, 10)
  header.writeUInt32LE(packed, 14)
  header.writeUInt32LE(size, 18)
  header.writeUInt16LE(name.length, 22)
  return header
}

/** The rest of a directory entry: no comment, no attributes, and where its local header starts. */
function placeOf(offset: number): Buffer {
  const place = Buffer.alloc(14)
  place.writeUInt32LE(offset, 10)
  return place
}

function endOf(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
