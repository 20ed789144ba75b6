import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fail, isFault } from '@shared/fault'
import { makeFolders } from '@shared/make-folders'
import { writeFileAtomic } from '../../project/atomic-write'
import { lookAtFolder } from '../folder-content'
import { parseToolJson } from '../tool-json'
import { convertForeign, type Converted } from './foreign-tool'

export const usualForeignDir = (): string => join(homedir(), '.nebflow', 'tools')

export interface Foreign {
  /** Folder, or file of the flat layout, below the one looked at. */
  readonly from: string
  readonly name: string | null
  readonly description: string
  readonly notes: readonly string[]
  readonly why: string | null
  readonly files: readonly string[]
}
interface Source extends Foreign { readonly dir: string; readonly converted: Converted | null }

const mostEntries = 200
const mostJson = 262_144

/** Reads a folder of tools of another program; nothing is written or run. FOLDER_NOT_FOUND. */
export function lookAtForeign(dir: string, taken: ReadonlySet<string>): Foreign[] {
  return sources(dir, taken).map(({ dir: _dir, converted: _converted, ...shown }) => shown)
}

function sources(dir: string, taken: ReadonlySet<string>): Source[] {
  if (lstatSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true) fail('FOLDER_NOT_FOUND', `There is no folder ${dir}.`, { fix: 'Choose the folder that holds the tools.' })
  const seen = new Set([...taken].map((name) => name.toLowerCase()))
  return readdirSync(dir, { withFileTypes: true }).filter((entry) => !entry.name.startsWith('.')).slice(0, mostEntries).flatMap((entry): Source[] => {
    if (entry.isFile() && !entry.name.endsWith('.json')) return []
    const found = sourceOf(dir, entry.name, entry.isFile() ? 'flat' : 'folder')
    if (found.name === null || !seen.has(found.name)) { if (found.name !== null) seen.add(found.name); return [found] }
    return [{ ...found, name: null, converted: null, why: `there is a tool named ${found.name} already` }]
  })
}

function sourceOf(dir: string, entry: string, layout: 'flat' | 'folder'): Source {
  const own = layout === 'flat' ? dir : join(dir, entry)
  const none = (why: string, description = ''): Source => ({ from: entry, dir: own, name: null, description, notes: [], why, files: [], converted: null })
  try {
    const all = layout === 'flat' ? [] : lookAtFolder(own, entry).files.map((file) => file.path)
    if (layout === 'folder' && !all.includes('tool.json')) return none('it has no tool.json')
    const beside = layout === 'flat' ? readdirSync(dir, { withFileTypes: true }).filter((one) => one.isFile()).map((one) => one.name) : all
    const converted = convertForeign(readDefinition(join(own, layout === 'flat' ? entry : 'tool.json')), beside)
    if ('why' in converted) return none(converted.why)
    const description = String(converted.definition['description'] ?? '')
    const files = layout === 'flat' ? siblings(dir, converted.needs) : all.filter((path) => path !== 'tool.json')
    if (typeof files === 'string') return none(files, description)
    parseToolJson(JSON.stringify(converted.definition), converted.name, files)
    return { from: entry, dir: own, name: converted.name, description, notes: converted.notes, why: null, files, converted }
  } catch (error) {
    if (!isFault(error)) throw error
    return none(`${error.fault.code}: ${error.fault.message}`)
  }
}

function readDefinition(path: string): unknown {
  if (lstatSync(path).size > mostJson) fail('TOOL_TOO_BIG', `tool.json has more than ${mostJson} bytes.`)
  try {
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    return fail('TOOL_JSON', `it is not JSON: ${error instanceof Error ? error.message.slice(0, 200) : ''}`)
  }
}

/** In the flat layout a definition's scripts lie beside it: those its command names; a text when one is missing. */
function siblings(dir: string, needs: readonly string[]): readonly string[] | string {
  for (const path of needs) {
    const safe = path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..')
    if (!safe || lstatSync(join(dir, path), { throwIfNoEntry: false })?.isFile() !== true) return `its command names ${path.slice(0, 120)}, which is no file in the folder`
  }
  return [...new Set(needs)]
}

export interface Taken { readonly taken: { from: string; name: string }[]; readonly refused: { from: string; why: string }[] }

/** Copies chosen tools into `tools` in our form, each whole or not at all; none is approved by it (08 §7 Trust). */
export async function takeForeign(dir: string, chosen: readonly string[], tools: string, taken: ReadonlySet<string>): Promise<Taken> {
  const found = new Map(sources(dir, taken).map((source) => [source.from, source]))
  const done: Taken = { taken: [], refused: [] }
  for (const from of chosen) {
    const source = found.get(from)
    const converted = source?.converted ?? null
    if (source === undefined || converted === null) { done.refused.push({ from, why: source?.why ?? `there is no ${from.slice(0, 120)} in ${dir}` }); continue }
    const place = join(tools, converted.name)
    if (lstatSync(place, { throwIfNoEntry: false }) !== undefined) { done.refused.push({ from, why: `the folder ${converted.name} exists already` }); continue }
    await copyTool(source, converted, place)
    done.taken.push({ from, name: converted.name })
  }
  return done
}

/** `tool.json` last: until then the folder is no tool. */
async function copyTool(source: Source, converted: Converted, place: string): Promise<void> {
  for (const path of source.files) {
    const from = join(source.dir, path)
    makeFolders(dirname(join(place, path)))
    await writeFileAtomic(join(place, path), readFileSync(from))
    if ((lstatSync(from).mode & 0o111) !== 0) await chmod(join(place, path), 0o755)
  }
  makeFolders(place)
  await writeFileAtomic(join(place, 'tool.json'), `${JSON.stringify(converted.definition, null, 2)}\n`)
}
