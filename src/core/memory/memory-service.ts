import { nearNames } from '../project/paths/near-names'
import type { By, OpenedProject } from '../project/types'
import type { Change } from '@shared/tool-result'
import { createMemoryPages, type MemoryPages, type Place, type Scope } from './memory-pages'
import { mergePage, type PageFields } from './merge-page'
import { parsePage } from './page-text'
import { recall, tokensOf, type Recalled } from './recall'

const maxSearchBytes = 1_048_576
const maxFoundPages = 10
const maxFoundLines = 3
const maxLineCharacters = 200

/** What a write would do, before it does. `old` is the text now; null: the page is new. */
export interface WritePlan { readonly place: Place; readonly old: { text: string; hash: string } | null; readonly text: string; readonly similar: string[]; readonly note: string | null }
export interface ArchivePlan { readonly from: Place; readonly to: Place; readonly hash: string; readonly text: string }
export interface FoundPage { name: string; lines: string[] }
export interface Found { query: string; results: FoundPage[]; total: number; truncated: boolean }

/** Memory of the agents, in pages that the author can read (07 §4). */
export interface MemoryService {
  planWrite(request: { name: string; text: string; fields: PageFields; scope?: Scope | undefined; task: string }): Promise<WritePlan>
  planArchive(name: string): Promise<ArchivePlan>
  write(plan: WritePlan, by: By, signal: AbortSignal): Promise<Change[]>
  archive(plan: ArchivePlan, by: By, signal: AbortSignal): Promise<Change[]>
  read(name: string): Promise<{ name: string; text: string; truncated: boolean; bytes?: number; total_bytes?: number }>
  search(query: string): Promise<Found>
  /** One line a page: name and description, by name; for the prompt's memory index. */
  index(): Promise<{ name: string; description: string }[]>
  /** What a message of the author brings to mind; nothing while the project is untrusted. */
  recall(message: string): Promise<Recalled[]>
}

export function createMemoryService(project: OpenedProject): MemoryService {
  const pages = createMemoryPages(project)
  const named = (): Promise<{ name: string; scope: Scope; text: string }[]> => textsOf(pages)
  return {
    planWrite: (request) => planWrite(pages, project, request),
    planArchive: (name) => planArchive(pages, name),
    write: ({ place, text, old }, by, signal) => project.files.apply([{ path: place.path, text, base: old?.hash ?? null, mode: 0o600 }], by, { signal }),
    archive: ({ from, to, hash }, by, signal) => project.files.apply([{ path: from.path, text: null, base: hash, moveTo: to.path }], by, { signal }),
    read: async (name) => readPage(pages, await pages.find(name)),
    search: async (query) => searchIn(await named(), query),
    index: async () => recallable(project, await named()).map(({ name, text }) => ({ name, description: parsePage(text).fields.get('description') ?? '' })),
    recall: async (message) => recall(message, recallable(project, await named()).map(({ name, text }) => ({ name, page: parsePage(text) }))),
  }
}

/** Pages of an untrusted project may be read, never recalled. */
const recallable = (project: OpenedProject, found: readonly { name: string; scope: Scope; text: string }[]): readonly { name: string; text: string }[] => (project.trusted() ? found : found.filter((one) => one.scope === 'global'))

async function planWrite(pages: MemoryPages, project: OpenedProject, { name, text, fields, scope, task }: Parameters<MemoryService['planWrite']>[0]): Promise<WritePlan> {
  const existing = scope === undefined ? await pages.look(name) : await pages.place(scope, name)
  const place = existing ?? (await pages.place('project', name))
  const old = place.path.exists ? await pages.text(place) : null
  const today = project.env.now().toISOString().slice(0, 10)
  const next = mergePage(old?.text ?? null, text, fields, { today, task })
  const names = (await pages.list()).map((one) => one.name)
  return { place, old, text: next, similar: old === null ? similarTo(name, names.filter((one) => one !== name)) : [], note: await shadowNote(pages, place) }
}

/** Names that may be about the same: spelled alike, or sharing at least half of their words. */
function similarTo(name: string, names: readonly string[]): string[] {
  const own = tokensOf(name.replace(/[._-]+/g, ' '))
  const shared = names.filter((one) => {
    const other = [...tokensOf(one.replace(/[._-]+/g, ' '))]
    return other.length > 0 && other.filter((token) => own.has(token)).length * 2 >= Math.max(other.length, own.size)
  })
  return [...new Set([...shared, ...nearNames(name, names)])].slice(0, 3)
}

async function shadowNote(pages: MemoryPages, place: Place): Promise<string | null> {
  if (place.scope === 'project') return null
  const own = await pages.place('project', place.name)
  return own.path.exists ? 'The project has a page of this name too; it is read first.' : null
}

async function planArchive(pages: MemoryPages, name: string): Promise<ArchivePlan> {
  const from = await pages.find(name)
  const { hash, text } = await pages.text(from)
  for (let count = 1; ; count += 1) {
    const to = await pages.place(from.scope, count === 1 ? name : `${name}-${count}`, true)
    if (!to.path.exists) return { from, to, hash, text }
  }
}

async function readPage(pages: MemoryPages, place: Place): Promise<{ name: string; text: string; truncated: boolean; bytes?: number; total_bytes?: number }> {
  const { text } = await pages.text(place)
  const total = Buffer.byteLength(text)
  if (total <= maxSearchBytes) return { name: place.name, text, truncated: false }
  const cut = new TextDecoder().decode(Buffer.from(text).subarray(0, maxSearchBytes)).replace(/\uFFFD$/, '')
  return { name: place.name, text: cut, truncated: true, bytes: Buffer.byteLength(cut), total_bytes: total }
}

/** Texts of all pages; one that cannot be read as a text is passed over. */
async function textsOf(pages: MemoryPages): Promise<{ name: string; scope: Scope; text: string }[]> {
  const found = await pages.list()
  const texts = await Promise.all(found.map(async (one) => {
    const text = await pages.place(one.scope, one.name).then((place) => pages.text(place)).then((read) => read.text, () => null)
    return text === null ? [] : [{ ...one, text }]
  }))
  return texts.flat()
}

/** Case-insensitive substring of name and whole text, in the order of names (07 §4). */
function searchIn(pages: readonly { name: string; text: string }[], query: string): Found {
  const wanted = query.normalize('NFC').toLowerCase()
  const holds = (text: string): boolean => text.normalize('NFC').toLowerCase().includes(wanted)
  const hits = pages.flatMap(({ name, text }) => {
    const lines = text.split(/\r?\n/).filter(holds)
    return lines.length > 0 || holds(name) || holds(text) ? [{ name, lines: lines.slice(0, maxFoundLines).map(shorten) }] : []
  })
  return { query, results: hits.slice(0, maxFoundPages), total: hits.length, truncated: hits.length > maxFoundPages }
}

function shorten(line: string): string {
  const characters = [...line.trim()]
  return characters.length > maxLineCharacters ? `${characters.slice(0, maxLineCharacters).join('')}…` : characters.join('')
}
