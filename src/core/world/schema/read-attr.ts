import type { Json } from '@shared/world'
import type { Problems } from '../file-problems'
import { texts } from '../problem-texts'
import { inside, plainOf, type YamlEntry, type YamlTree } from '../strict-yaml'
import type { Attr, ItemAttr, ScalarAttr, ScalarType } from '../types'
import { isName } from './names'
import { schemaTexts } from './schema-texts'
import { shownValue, valueMisfit } from './values'

const maxNesting = 4
const maxAttrs = 200
const maxDefaultBytes = 16 * 1024
const tooLarge = { expected: { zh: '不超过 16 KB', en: 'at most 16 KB' } }
const plainTypes: readonly string[] = ['int', 'float', 'string', 'bool'] satisfies ScalarType[]
const named = ['label', 'desc'] as const
type Fields = Map<string, YamlEntry>
type Named = { label?: string; desc?: string }

/** Reads the attributes of one file; `types` are the names it declares. Every problem is collected, null stands for what cannot be read. */
export class AttrReader {
  constructor(private readonly problems: Problems, private readonly types: readonly string[]) {}

  /** `{NAME: ATTR}`; an empty key counts as none. */
  attrs(tree: YamlTree, key: string, depth = 1): Record<string, Attr> {
    const out = Object.create(null) as Record<string, Attr>
    if (tree.kind === 'value' && tree.value === null) return out
    if (tree.kind !== 'map') {
      this.problems.add(tree.line, key, texts.notMap(['hp', 'mood']))
      return out
    }
    if (tree.entries.length > maxAttrs) this.problems.add(tree.line, key, texts.tooMany(tree.entries.length, maxAttrs))
    for (const { name, line, node } of tree.entries.slice(0, maxAttrs)) {
      if (!isName(name)) this.problems.add(line, inside(key, name), schemaTexts.name(name))
      const attr = this.attr(node, inside(key, name), depth)
      if (attr !== null && isName(name)) out[name] = attr
    }
    return out
  }

  named(fields: Fields, key: string): Named {
    const out: Named = {}
    for (const name of named) {
      const node = fields.get(name)?.node
      const text = node === undefined ? null : this.problems.text(node, inside(key, name), `${name}: "…"`)
      if (text !== null) out[name] = text
    }
    return out
  }

  private attr(tree: YamlTree, key: string, depth: number): Attr | null {
    if (depth > maxNesting) {
      this.problems.add(tree.line, key, schemaTexts.nesting(maxNesting))
      return null
    }
    const kind = tree.kind === 'map' ? tree.entries.find((entry) => entry.name === 'kind') : undefined
    if (kind === undefined) return this.scalar(tree, key)
    const word = kind.node.kind === 'value' ? String(kind.node.value) : ''
    switch (word) {
      case 'list':
      case 'collection': return this.array(tree, key, depth, word)
      case 'object': return this.object(tree, key, depth)
      case 'embedding': return this.embedding(tree, key)
      default:
        this.problems.add(kind.line, inside(key, 'kind'), schemaTexts.kind(word))
        return null
    }
  }

  private array(tree: YamlTree, key: string, depth: number, kind: 'list' | 'collection'): Attr | null {
    const fields = this.problems.fields(tree, key, ['kind', 'item', 'default', ...named])
    const itemTree = this.problems.need(fields, 'item', tree, key, 'item: string')
    const item = itemTree === null ? null : this.item(itemTree, inside(key, 'item'), depth + 1)
    return item === null ? null : this.withDefault({ kind, item, ...this.named(fields, key) }, fields, key)
  }

  private item(tree: YamlTree, key: string, depth: number): ItemAttr | null {
    const attr = this.attr(tree, key, depth)
    if (attr === null || attr.kind === 'scalar' || (attr.kind === 'object' && attr.fields !== undefined)) return attr
    this.problems.add(tree.line, key, schemaTexts.item())
    return null
  }

  private object(tree: YamlTree, key: string, depth: number): Attr | null {
    const fields = this.problems.fields(tree, key, ['kind', 'fields', 'item', ...named])
    const [inner, item] = [fields.get('fields')?.node, fields.get('item')?.node]
    if ((inner === undefined) === (item === undefined)) {
      this.problems.add(tree.line, key, schemaTexts.object())
      return null
    }
    if (inner !== undefined) return { kind: 'object', fields: this.attrs(inner, inside(key, 'fields'), depth + 1), ...this.named(fields, key) }
    const read = item === undefined ? null : this.item(item, inside(key, 'item'), depth + 1)
    return read === null ? null : { kind: 'object', item: read, ...this.named(fields, key) }
  }

  private embedding(tree: YamlTree, key: string): Attr | null {
    const fields = this.problems.fields(tree, key, ['kind', 'form', ...named])
    const node = this.problems.need(fields, 'form', tree, key, 'form: array')
    const form = node?.kind === 'value' ? node.value : null
    if (form === 'array' || form === 'record') return { kind: 'embedding', form, ...this.named(fields, key) }
    if (node !== null) this.problems.add(node.line, inside(key, 'form'), schemaTexts.form())
    return null
  }

  private scalar(tree: YamlTree, key: string): Attr | null {
    if (tree.kind === 'value' && typeof tree.value === 'string') return this.typed(tree.value, tree.line, key)
    if (tree.kind !== 'map') {
      this.problems.add(tree.line, key, schemaTexts.attr())
      return null
    }
    const typeNode = tree.entries.find((entry) => entry.name === 'type')?.node
    const isEnum = typeNode?.kind === 'value' && typeNode.value === 'enum'
    const fields = this.problems.fields(tree, key, ['type', ...(isEnum ? ['values'] : []), 'default', ...named])
    if (typeNode === undefined) {
      this.problems.add(tree.line, key, schemaTexts.attr())
      return null
    }
    const attr = isEnum ? this.enumOf(fields, tree, key) : this.typed(typeNode.kind === 'value' ? String(typeNode.value) : '', typeNode.line, inside(key, 'type'))
    return attr === null ? null : this.withDefault({ ...attr, ...this.named(fields, key) }, fields, key)
  }

  private typed(word: string, line: number, key: string): ScalarAttr | null {
    if (plainTypes.includes(word)) return { kind: 'scalar', type: word as ScalarType }
    const target = /^ref\((.+)\)$/u.exec(word)?.[1]
    if (target === undefined) this.problems.add(line, key, word === 'enum' ? schemaTexts.enumShort() : schemaTexts.type(word))
    else if (target !== '*' && !this.types.includes(target)) this.problems.add(line, key, schemaTexts.target(target, this.types.slice(0, 12)))
    else return { kind: 'scalar', type: 'ref', target }
    return null
  }

  private enumOf(fields: Fields, above: YamlTree, key: string): ScalarAttr | null {
    const node = this.problems.need(fields, 'values', above, key, 'values: [one, two]')
    if (node === null) return null
    const values = node.kind === 'list' ? node.items.map((item) => (item.kind === 'value' && typeof item.value === 'string' ? item.value : '')) : []
    if (values.length > 0 && !values.includes('') && new Set(values).size === values.length) return { kind: 'scalar', type: 'enum', values }
    this.problems.add(node.line, inside(key, 'values'), schemaTexts.values())
    return null
  }

  private withDefault<A extends Attr>(attr: A, fields: Fields, key: string): A | null {
    const entry = fields.get('default')
    if (entry === undefined) return attr
    const value = plainOf(entry.node) as Json
    const misfit = Buffer.byteLength(JSON.stringify(value)) > maxDefaultBytes ? tooLarge : valueMisfit(attr, value)
    if (misfit === null) return { ...attr, default: value }
    this.problems.add(entry.node.line, inside(key, 'default'), schemaTexts.default(misfit.expected, shownValue(value)))
    return null
  }
}
