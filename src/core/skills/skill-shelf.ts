import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isFault } from '@shared/fault'
import { markOf } from '../project/config-store'
import { hashBytes } from '../project/hash'
import { below } from '../project/paths/contain'
import { parseSkill, type SkillText } from './skill-file'

export type SkillLayer = 'product' | 'global' | 'project'
/** A skill of one layer: usable, or off with the reason. `hash` is of its SKILL.md. */
export interface Skill { readonly id: string; readonly layer: SkillLayer; readonly dir: string; readonly file: string; readonly text: SkillText | null; readonly error: string | null; readonly hash: string | null }

export interface ShelfParts { readonly resources: string; readonly home: string; readonly projectDir: string; trusted(): boolean; /** Ids the author switched off. */ off(): readonly string[] }

/** Folders of skills; a later layer replaces an earlier one's whole folder (07 §7). Looked at every time; a file is read again when it changed. */
export interface SkillShelf {
  /** Every skill that counts now, by priority, then id; also broken ones and those switched off. */
  all(): (Skill & { off: boolean })[]
  /** What agents may be offered: usable, on, not hidden from models. */
  menu(include?: readonly string[] | null): (Skill & { text: SkillText })[]
  find(id: string): (Skill & { text: SkillText }) | null
  /** Skills of the project that do not count because it is not trusted (05 §4). */
  withheld(): Skill[]
  /** Folders whose skills agents may read (06 §1.1). */
  roots(): string[]
}

export function createSkillShelf(parts: ShelfParts): SkillShelf {
  const own = join(parts.projectDir, '.nbook', 'skills')
  const layers = (): [SkillLayer, string][] => [
    ['product', join(parts.resources, 'skills')], ['global', join(parts.home, 'skills')],
    ...(parts.trusted() ? [['project', own] as [SkillLayer, string]] : []),
  ]
  const known: Known = new Map()
  const all = (): (Skill & { off: boolean })[] => {
    const found = new Map<string, Skill>()
    for (const [layer, folder] of layers()) for (const skill of skillsIn(layer, folder, known)) found.set(skill.id, skill)
    const off = new Set(parts.off())
    return [...found.values()].map((skill) => ({ ...skill, off: off.has(skill.id) })).sort((a, b) => (a.text?.priority ?? 100) - (b.text?.priority ?? 100) || (a.id < b.id ? -1 : 1))
  }
  const usable = (): (Skill & { text: SkillText })[] => all().flatMap((skill) => (skill.text === null || skill.off ? [] : [{ ...skill, text: skill.text }]))
  return {
    all,
    menu: (include) => usable().filter(({ id, text }) => !text.hidden && (include === null || include === undefined || include.includes(id))),
    find: (id) => usable().find((skill) => skill.id === id) ?? null,
    withheld: () => (parts.trusted() ? [] : skillsIn('project', own, known)),
    roots: () => layers().map(([, folder]) => folder).filter((folder) => existsSync(folder)),
  }
}

/** Skills as they were read, by the path of their file, each with the mark the file had. */
type Known = Map<string, { readonly mark: string; readonly skill: Skill }>

function skillsIn(layer: SkillLayer, folder: string, known: Known): Skill[] {
  return folderNames(folder).map((id) => {
    const file = join(folder, id, 'SKILL.md')
    const mark = markOf(file)
    const before = known.get(file)
    if (before?.mark === mark && mark !== 'missing') return before.skill
    const skill = readSkill(layer, folder, id)
    known.set(file, { mark, skill })
    return skill
  })
}

function readSkill(layer: SkillLayer, folder: string, id: string): Skill {
  const dir = join(folder, id)
  const file = join(dir, 'SKILL.md')
  const broken = (error: string): Skill => ({ id, layer, dir, file, text: null, error, hash: null })
  try {
    // A link would bring in, or hand out, what lies elsewhere.
    if (below(realpathSync(folder), realpathSync(file)) === null) return broken('SKILL.md leads outside its folder.')
    if (!statSync(file).isFile()) return broken('SKILL.md is no file.')
    const bytes = readFileSync(file)
    return { id, layer, dir: realpathSync(dir), file: realpathSync(file), text: parseSkill(bytes, id), error: null, hash: hashBytes(bytes) }
  } catch (error) {
    return broken(isFault(error) ? error.fault.message : 'it has no SKILL.md that can be read.')
  }
}

function folderNames(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map((entry) => entry.name).sort()
  } catch {
    return []
  }
}
