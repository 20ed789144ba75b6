// Takes one folder out of a large zip without unpacking the rest: reads the central directory, inflates what is wanted.
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, open, symlink, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw } from 'node:zlib'

const endSignature = 0x06054b50
const entrySignature = 0x02014b50

/** [{ name, method, packed, size, mode, offset }] of every entry. Plain zips only (no zip64), which is all we are given. */
async function readEntries(file) {
  const { size } = await file.stat()
  const tail = Buffer.alloc(Math.min(size, 65_557))
  await file.read(tail, 0, tail.length, size - tail.length)
  let end = tail.length - 22
  while (end >= 0 && tail.readUInt32LE(end) !== endSignature) end -= 1
  if (end < 0) throw new Error('This file is not a zip archive.')
  const directory = Buffer.alloc(tail.readUInt32LE(end + 12))
  await file.read(directory, 0, directory.length, tail.readUInt32LE(end + 16))
  const entries = []
  for (let at = 0; at < directory.length && directory.readUInt32LE(at) === entrySignature; ) {
    const nameLength = directory.readUInt16LE(at + 28)
    entries.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameLength),
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      mode: directory.readUInt32LE(at + 38) >>> 16,
      offset: directory.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

async function writeEntry(zip, file, entry, target) {
  await mkdir(dirname(target), { recursive: true })
  const header = Buffer.alloc(30)
  await file.read(header, 0, 30, entry.offset)
  const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  if (entry.packed === 0) return void (await (await open(target, 'w')).close())
  const source = createReadStream(zip, { start, end: start + entry.packed - 1 })
  await pipeline(entry.method === 0 ? [source, createWriteStream(target)] : [source, createInflateRaw(), createWriteStream(target)])
  if ((await stat(target)).size !== entry.size) throw new Error(`${entry.name} came out of the archive with the wrong size.`)
  if ((entry.mode & 0o170000) === 0o120000) {
    const link = await readFile(target, 'utf8')
    await rm(target)
    await symlink(link, target)
  } else if (entry.mode) await chmod(target, entry.mode & 0o777)
}

/** Unpacks every entry under `prefix` (ends in /) for which `wanted(relativeName)` holds. Resolves to how many files. */
export async function unzipFolder(zip, prefix, target, wanted = () => true) {
  const file = await open(zip)
  const base = resolve(target)
  try {
    let count = 0
    for (const entry of await readEntries(file)) {
      if (!entry.name.startsWith(prefix) || entry.name.endsWith('/')) continue
      const name = entry.name.slice(prefix.length)
      if (!wanted(name)) continue
      const place = join(base, name)
      if (!place.startsWith(base + sep)) throw new Error(`The archive names a file outside its folder: ${entry.name}`)
      await writeEntry(zip, file, entry, place)
      count += 1
    }
    return count
  } finally {
    await file.close()
  }
}
