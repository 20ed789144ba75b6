import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect } from 'vitest'
import { isFault } from '@shared/fault'
import { judgePath } from '../../src/core/project/paths/judge'
import type { OpenedProject, PathRules, SafePath } from '../../src/core/project/types'
import { numbers } from '../tools/random-patch'

export const CANARY = 'canary-2f9c'

/** Everything a path could be led to: texts outside, a closed neighbour, links of every kind, protected folders, special files. */
export function layTraps(dir: string, workspace: string): string {
  const outside = join(workspace, 'outside')
  mkdirSync(join(outside, 'deep'), { recursive: true })
  mkdirSync(join(workspace, 'old'))
  for (const path of [join(outside, 'a.md'), join(outside, 'deep/b.md'), join(workspace, 'secret.txt'), join(workspace, 'old/a.md')]) writeFileSync(path, `${CANARY}\n`)
  writeFileSync(join(workspace, 'old/project.yaml'), 'kind: novel\ntitle: old\n')
  for (const folder of ['ch/sub', '.git', '.nbook/skills/s', '.nbook/blobs/aa', '.agent/plan']) mkdirSync(join(dir, folder), { recursive: true })
  for (const path of ['a.md', 'ch/a.md', 'ch/sub/b.md', '%2e%2e.md', '.nbook/skills/s/SKILL.md']) writeFileSync(join(dir, path), 'inside\n')
  for (const path of ['.git/config', '.nbook/blobs/aa/x', '.nbook/trash/x']) writeFileSync(join(dir, path), `${CANARY}\n`)
  for (const [name, target] of [['out', outside], ['up', '..'], ['gone', '../outside/new.md'], ['loop', 'loop'], ['nb', '.nbook'], ['sec.md', '../secret.txt'], ['ch/back', '..'], ['ch/in', 'sub'], ['ch/twice', 'back/out']] as const) symlinkSync(target, join(dir, name))
  execFileSync('mkfifo', [join(dir, 'pipe')])
  return outside
}

const pieces = ['..', '..', '.', '', 'ch', 'sub', 'a.md', 'b.md', 'new.md', 'out', 'up', 'gone', 'loop', 'nb', 'sec.md', 'back', 'in', 'twice', 'deep', 'pipe', 'outside', 'secret.txt', 'demo', 'old', 'workspace', '.nbook', '.NBOOK', '.nb\u200Dook', '.git', '.GIT', '.ſit', '.g\u00ADit', '.noeta', 'blobs', 'trash', 'skills',
  'x', 'project.sqlite', 'Project.SQLite-wal', 'sessions.sqlite', '~', '%2e%2e', '%2e%2e.md', '..\\', 'CON', 'nul.md', 'a.md:s', 'a.md.', 'a.md ', 'PROGRA~1', '…', '．．', '‥', '\u202E', '\0', '\n', '/', 'proc', 'self', 'root', 'dev', 'zero', 'etc', 'passwd', '字', '\uD800', 'Ⅳ', 'ß', 'SS']

function address(random: (below: number) => number, dir: string, workspace: string, granted: Granted | null): string {
  if (granted !== null && random(3) === 0) return `${random(2) === 0 ? granted.library : granted.notes}/${Array.from({ length: 1 + random(4) }, () => pieces[random(pieces.length)] ?? '').join('/')}`
  const start = ['', '', '', '', '/', './', '../', `${dir}/`, `${dir}`, `${workspace}/`, 'workspace/demo/', 'workspace/old/', 'workspace/', '/proc/self/root', '/proc/self/cwd/', '//', '~/'][random(17)] ?? ''
  // Some lead to a real file by a way round, so that reading is tried too.
  if (random(8) === 0) return `${['', './', 'ch/../', 'ch/in/../../', `${dir}/`, 'ch/back/'][random(6)] ?? ''}${['a.md', 'ch/a.md', 'ch/sub/b.md', 'ch/in/b.md', '%2e%2e.md', '.nbook/skills/s/SKILL.md'][random(6)] ?? ''}`
  return start + Array.from({ length: 1 + random(random(2) === 0 ? 3 : 7) }, () => pieces[random(pieces.length)] ?? '').join('/')
}

/** Names, links and contents below a folder, as one hash. */
export function fingerprint(folder: string): string {
  const hash = createHash('sha256')
  for (const name of existsSync(folder) ? readdirSync(folder).toSorted() : []) {
    const path = join(folder, name)
    const stats = lstatSync(path)
    hash.update(name).update(stats.isSymbolicLink() ? readlinkSync(path) : stats.isDirectory() ? fingerprint(path) : stats.isFile() ? readFileSync(path) : 'special')
  }
  return hash.digest('hex')
}

const deepest = (path: string): string => (existsSync(path) ? realpathSync(path) : join(deepest(dirname(path)), basename(path)))
/** Told apart from the code under test: what no name may come to, however it is written. */
const controls = (path: string): boolean => path.normalize('NFKC').replaceAll('ſ', 's').replace(/[\p{Cf}\u00AD]/gu, '').toLowerCase().split('/').some((name) => ['.git', '.nbook', '.noeta'].includes(name))
const hidden = (path: string): boolean => /(^|\/)\.nbook\/(blobs|trash|backups|[^/]*\.sqlite)/i.test(path)

export interface Tried { allowed: number; read: number; written: number; judged: number }
/** Folders outside that the author added to read, and granted to write. */
export interface Granted { readonly library: string; readonly notes: string }

/** A folder to read and one to write, each with links that lead out of it. */
export function layRoots(workspace: string, outside: string): Granted {
  const granted = { library: join(workspace, 'library'), notes: join(workspace, 'notes') }
  for (const folder of Object.values(granted)) {
    mkdirSync(join(folder, 'sub', '.git'), { recursive: true })
    for (const path of ['a.md', 'sub/b.md', 'sub/.git/config']) writeFileSync(join(folder, path), 'granted\n')
    symlinkSync(outside, join(folder, 'out'))
    symlinkSync('../../old', join(folder, 'sub/back'))
    symlinkSync('sub', join(folder, 'in'))
  }
  return granted
}

/** Generated addresses, judged and then really read or written where that is allowed: only the project's own files and the author's folders, never the app's. */
export async function tryAddresses(project: OpenedProject, workspace: string, count: number, seed: number, granted: Granted | null = null): Promise<Tried> {
  const random = numbers(seed)
  const tried: Tried = { allowed: 0, read: 0, written: 0, judged: 0 }
  const roots = granted === null ? {} : { readRoots: [granted.library], writeRoots: [granted.notes] }
  for (let n = 0; n < count; n += 1) {
    const given = address(random, project.dir, workspace, granted)
    const use = (['read', 'read', 'write', 'create'] as const)[random(4)] ?? 'read'
    const place = await tryOne(project, given, { use, missingOk: true, kind: use === 'read' ? 'any' : 'file', ...roots })
    const { verdict } = await judgePath(project, given, { use, ...roots })
    expect(verdict, `${use} ${JSON.stringify(given)}`).toBe(place === null ? 'deny' : 'allow')
    tried.judged += 1
    if (place === null) continue
    tried.allowed += 1
    const real = deepest(place.real)
    const home = [project.dir, ...(granted === null ? [] : [granted.notes, ...(use === 'read' ? [granted.library] : [])])].find((folder) => real === folder || real.startsWith(`${folder}/`))
    expect(home, `${use} ${JSON.stringify(given)} → ${real}`).toBeDefined()
    expect(place.real, JSON.stringify(given)).toBe(real)
    const below = real.slice((home ?? '').length + 1)
    expect(use === 'read' ? hidden(below) : controls(below), `${use} ${JSON.stringify(given)} → ${below}`).toBe(false)
    if (use === 'read') tried.read += await readIt(project, place, given)
    else if (random(20) === 0) tried.written += await writeIt(project, place, given)
  }
  return tried
}

async function tryOne(project: OpenedProject, given: string, rules: PathRules): Promise<SafePath | null> {
  try {
    return await project.files.authorize(given, rules)
  } catch (error) {
    if (isFault(error)) return null
    throw error
  }
}

async function readIt(project: OpenedProject, place: SafePath, given: string): Promise<number> {
  if (!place.exists || !lstatSync(place.real).isFile()) return 0
  const { bytes } = await project.files.readBytes(place)
  expect(bytes.includes(CANARY) && !controls(place.shown), JSON.stringify(given)).toBe(false)
  return 1
}

async function writeIt(project: OpenedProject, place: SafePath, given: string): Promise<number> {
  try {
    const base = await project.files.hash(place)
    await project.files.apply([{ path: place, text: `inside ${given.toWellFormed().replaceAll('\0', '')}\n`, base }], { actor: 'agent', sessionId: 1, callId: 'c' })
    return 1
  } catch (error) {
    if (isFault(error)) return 0
    throw error
  }
}
