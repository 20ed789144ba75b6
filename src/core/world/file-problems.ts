import { fail } from '@shared/fault'
import { nearNames } from '../project/paths/near-names'
import { texts, type Locale, type Said } from './problem-texts'
import { inside, type Problem, type YamlEntry, type YamlTree } from './strict-yaml'

/** A problem as the editor shows it. `line` counts from 1, `key` is like `types.hero.attrs.hp`. */
export interface FileProblem { line: number; key: string; message: string; fix: string }

/** Collects what is wrong in a file of `world/` while it is read. */
export class Problems {
  constructor(readonly list: Problem[]) {}
  get some(): boolean {
    return this.list.length > 0
  }
  add(line: number, key: string, said: Said): void {
    this.list.push({ line, key, said })
  }

  /** The entries of a map by name; unknown keys and anything but a map are problems. */
  fields(tree: YamlTree, key: string, allowed: readonly string[]): Map<string, YamlEntry> {
    if (tree.kind !== 'map') {
      this.add(tree.line, key, texts.notMap(allowed))
      return new Map()
    }
    for (const { name, line } of tree.entries.filter((entry) => !allowed.includes(entry.name))) this.add(line, inside(key, name), texts.unknown(name, allowed, nearNames(name, allowed)[0]))
    return new Map(tree.entries.map((entry) => [entry.name, entry]))
  }

  /** A required key of a map that `fields` read; a problem when it is missing. */
  need(fields: Map<string, YamlEntry>, name: string, above: YamlTree, key: string, sample: string): YamlTree | null {
    const found = fields.get(name)
    if (found === undefined && above.kind === 'map') this.add(above.line, inside(key, name), texts.missing(name, sample))
    return found?.node ?? null
  }

  /** A text, or null after a problem. */
  text(tree: YamlTree, key: string, sample: string): string | null {
    if (tree.kind === 'value' && typeof tree.value === 'string') return tree.value
    this.add(tree.line, key, texts.notText(sample))
    return null
  }

  whole(tree: YamlTree, key: string, min: number, max: number): number | null {
    if (tree.kind === 'value' && typeof tree.value === 'number' && Number.isSafeInteger(tree.value) && tree.value >= min && tree.value <= max) return tree.value
    this.add(tree.line, key, texts.notWhole(min, max))
    return null
  }

  items(tree: YamlTree, key: string, max: number, sample: string): readonly YamlTree[] {
    if (tree.kind !== 'list') this.add(tree.line, key, texts.notList(sample))
    else if (tree.items.length > max) this.add(tree.line, key, texts.tooMany(tree.items.length, max))
    else return tree.items
    return []
  }
}

/** The problems in one language, from the top of the file to its end. */
export const shownProblems = (problems: readonly Problem[], locale: Locale): FileProblem[] =>
  problems.toSorted((a, b) => a.line - b.line).map(({ line, key, said }) => ({ line, key, message: said[locale][0], fix: said[locale][1] }))

/** Ends the reading of a broken file: SCHEMA_INVALID or CALENDAR_INVALID with line, key and fix of the first problem; all of them in both languages in `data`. */
export function failWith(code: 'SCHEMA_INVALID' | 'CALENDAR_INVALID', file: string, problems: readonly Problem[]): never {
  const sorted = shownProblems(problems, 'en').slice(0, 50)
  const [first = { line: 1, key: '', message: 'the file cannot be read', fix: '' }] = sorted
  const more = problems.length < 2 ? '' : ` (and ${problems.length - 1} more)`
  fail(code, `${file}, line ${first.line}${first.key === '' ? '' : `, ${first.key}`}: ${first.message}${more}.`, {
    pointer: pointerOf(first.key), fix: first.fix, data: { line: first.line, key: first.key, zh: shownProblems(problems, 'zh').slice(0, 50), en: sorted },
    problems: sorted.map(({ line, key, message, fix }) => ({ pointer: pointerOf(key), message: `line ${line}: ${message}. ${fix}` })),
  })
}

const pointerOf = (key: string): string => `/${key.replaceAll('.', '/')}`
