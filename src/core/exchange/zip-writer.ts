import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** A ZIP archive in memory, entries in the order they were added; they are packed on other threads meanwhile. */
export interface ZipWriter {
  /** `plain`: not compressed. Sizes stand before the data, so that readers which stream can read it. */
  add(name: string, data: Buffer | string, how?: 'plain'): void
  end(): Promise<Uint8Array>
}

/** `at` is the time of every entry. */
export function createZip(at: Date): ZipWriter {
  const zip = new ZipFile()
  return {
    // EPUB allows nothing beside the name before its first entry, so the time stands where DOS had it.
    add: (name, data, how) => { zip.addBuffer(Buffer.from(data), name, { mtime: at, compress: how !== 'plain', forceDosTimestamp: true }) },
    end: () => {
      zip.end()
      return buffer(zip.outputStream)
    },
  }
}
