import { hashOf } from '../../story/hash'
import { failWith, Problems, shownProblems, type FileProblem } from '../file-problems'
import { texts, type Locale } from '../problem-texts'
import { inside, readStrictYaml, type YamlEntry, type YamlTree } from '../strict-yaml'
import type { Attr, SubjectType, WorldSchema } from '../types'
import { isName } from './names'
import { AttrReader } from './read-attr'
import { schemaTexts } from './schema-texts'

export const schemaFile = 'world/schema.yaml'
const maxTypes = 100

/** `world/schema.yaml` as a schema (03 §2). A file with nothing in it is the empty schema. SCHEMA_INVALID with line, key and fix. */
export function parseSchema(text: string): WorldSchema {
  const { types, problems } = read(text)
  if (problems.length > 0) failWith('SCHEMA_INVALID', schemaFile, problems)
  return { types, hash: hashOf(Object.entries(types).map(([name, { attrs }]) => [name, shapes(attrs)]).toSorted()), empty: Object.keys(types).length === 0 }
}

/** Everything wrong in a schema text, for the editor; empty when it is good. */
export const schemaProblems = (text: string, locale: Locale = 'en'): FileProblem[] => shownProblems(read(text).problems, locale)

function read(text: string): { types: Record<string, SubjectType>; problems: Problems['list'] } {
  const { tree, problems: found } = readStrictYaml(text)
  const problems = new Problems(found)
  const types = Object.create(null) as Record<string, SubjectType>
  if (problems.some || tree === null) return { types, problems: problems.list }
  const fields = problems.fields(tree, '', ['version', 'types'])
  const version = problems.need(fields, 'version', tree, '', 'version: 1')
  if (version !== null && !(version.kind === 'value' && version.value === 1)) problems.add(version.line, 'version', schemaTexts.version())
  const declared = problems.need(fields, 'types', tree, '', 'types: {character: {attrs: {}}}')
  if (declared !== null) for (const [name, type] of typesOf(declared, problems)) types[name] = type
  return { types, problems: problems.list }
}

function typesOf(tree: YamlTree, problems: Problems): [string, SubjectType][] {
  if (tree.kind === 'value' && tree.value === null) return []
  if (tree.kind !== 'map') {
    problems.add(tree.line, 'types', texts.notMap(['character', 'location']))
    return []
  }
  if (tree.entries.length > maxTypes) problems.add(tree.line, 'types', texts.tooMany(tree.entries.length, maxTypes))
  const entries = tree.entries.slice(0, maxTypes)
  const reader = new AttrReader(problems, entries.map((entry) => entry.name))
  return entries.map((entry) => [entry.name, typeOf(entry, reader, problems)])
}

function typeOf({ name, line, node }: YamlEntry, reader: AttrReader, problems: Problems): SubjectType {
  const key = inside('types', name)
  if (!isName(name)) problems.add(line, key, schemaTexts.name(name))
  const fields = problems.fields(node, key, ['label', 'desc', 'attrs'])
  const attrs = problems.need(fields, 'attrs', node, key, 'attrs: {}')
  return { ...reader.named(fields, key), attrs: attrs === null ? {} : reader.attrs(attrs, inside(key, 'attrs')) }
}

/** What decides about states and issues, without labels and descriptions: a new label drops no snapshot. */
const shapes = (attrs: Readonly<Record<string, Attr>>): unknown => Object.entries(attrs).map(([name, attr]) => [name, shape(attr)]).toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))

function shape(attr: Attr): unknown {
  switch (attr.kind) {
    case 'scalar': return [attr.type, attr.values ?? null, attr.target ?? null, attr.default ?? null]
    case 'list':
    case 'collection': return [attr.kind, shape(attr.item), attr.default ?? null]
    case 'object': return [attr.kind, attr.fields === undefined ? null : shapes(attr.fields), attr.item === undefined ? null : shape(attr.item)]
    case 'embedding': return [attr.kind, attr.form]
  }
}
