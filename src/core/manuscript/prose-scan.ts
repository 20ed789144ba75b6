import { readdirSync, statSync, type Dirent } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProseNode } from '@shared/story'
import { wordsOfFile } from '../project/counted-words'
import { splitFrontMatter } from '../project/front-matter'
import { hashBytes } from '../project/hash'

/** A Markdown file below `manuscript/`; `node` is null for what is no prose (volumes, state.md). */
interface Seen { mtimeMs: number; size: number; node: ProseNode | null; broken: string | null }
interface Found { path: string; real: string; mtimeMs: number; size: number }

/** What the manuscript holds, read again only where time or size changed. */
export interface ProseScan {
  prose(): Promise<ProseNode[]>
  /** Files whose front matter cannot be read, with the line. */
  broken(): Promise<{ path: string; why: string }[]>
  /** Volumes in path order, as folder names. */
  volumes(): string[]
}

/** The walk gives way to others this often, in milliseconds. */
const sliceMs = 12
const atOnce = 16

export function createProseScan(dir: string): ProseScan {
  let cache = new Map<string, Seen>()
  let running: Promise<Map<string, Seen>> | null = null
  const scan = async (): Promise<Map<string, Seen>> => {
    const found = await markdownBelow(dir, 'manuscript')
    const next = new Map<string, Seen>()
    const fresh: Found[] = []
    for (const file of found) {
      const known = cache.get(file.path)
      if (known !== undefined && known.mtimeMs === file.mtimeMs && known.size === file.size) next.set(file.path, known)
      else fresh.push(file)
    }
    for (let at = 0; at < fresh.length; at += atOnce) {
      for (const [path, seen] of await Promise.all(fresh.slice(at, at + atOnce).map(readNode))) if (seen !== null) next.set(path, seen)
    }
    cache = next
    return next
  }
  const current = (): Promise<Map<string, Seen>> => {
    running ??= scan().finally(() => {
      running = null
    })
    return running
  }
  const inOrder = (seen: Map<string, Seen>): [string, Seen][] => [...seen].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    prose: async () => inOrder(await current()).flatMap(([, seen]) => (seen.node === null ? [] : [seen.node])),
    broken: async () => inOrder(await current()).flatMap(([path, seen]) => (seen.broken === null ? [] : [{ path, why: seen.broken }])),
    volumes: () => list(join(dir, 'manuscript')).filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map((entry) => entry.name).sort(),
  }
}

const list = (folder: string): Dirent[] => {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

async function markdownBelow(dir: string, top: string): Promise<Found[]> {
  const found: Found[] = []
  const folders = [top]
  let began = performance.now()
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of list(join(dir, folder))) {
      if (entry.name.startsWith('.')) continue
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) folders.push(path)
      if (!entry.isFile() || !entry.name.endsWith('.md') || entry.name === 'state.md') continue
      const real = join(dir, path)
      const stat = statSync(real, { throwIfNoEntry: false })
      if (stat !== undefined) found.push({ path, real, mtimeMs: stat.mtimeMs, size: stat.size })
    }
    if (performance.now() - began > sliceMs) {
      await new Promise((done) => setImmediate(done))
      began = performance.now()
    }
  }
  return found
}

async function readNode(file: Found): Promise<[string, Seen | null]> {
  const bytes = await readFile(file.real).catch(() => null)
  if (bytes === null) return [file.path, null]
  const { frontMatter: _frontMatter, text, data, broken } = splitFrontMatter(bytes.toString('utf8'))
  const seen = { mtimeMs: file.mtimeMs, size: file.size, broken }
  if (data['type'] === 'volume') return [file.path, { ...seen, node: null }]
  const hash = hashBytes(bytes)
  const { words, withPunctuation } = wordsOfFile(hash, text)
  const node = { path: file.path, title: titleOf(data, file.path), chapterName: typeof data['chapter'] === 'string' ? data['chapter'] : null, words, wordsWithPunctuation: withPunctuation, hash }
  return [file.path, { ...seen, node }]
}

/** The `title` key, else the name of the node's folder or of the file. */
function titleOf(data: Record<string, unknown>, path: string): string {
  if (typeof data['title'] === 'string' && data['title'].trim() !== '') return data['title']
  const parts = path.split('/')
  const name = parts.at(-1) ?? path
  return name === 'index.md' ? (parts.at(-2) ?? name) : name.slice(0, -3)
}
