import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Document, type YAMLMap } from 'yaml'
import { texts, type Said } from './problem-texts'

/** One thing wrong in a file of `world/`: where (`line` counts from 1), what, and what to write instead. */
export interface Problem { line: number; key: string; said: Said }

/** A YAML file as a tree that knows its lines. Keys keep the text they were written with (`2024`, `true`). */
export type YamlTree = YamlMap | YamlList | YamlValue
export interface YamlMap { kind: 'map'; line: number; entries: readonly YamlEntry[] }
export interface YamlEntry { name: string; line: number; node: YamlTree }
export interface YamlList { kind: 'list'; line: number; items: readonly YamlTree[] }
export interface YamlValue { kind: 'value'; line: number; value: string | number | boolean | null }

const maxBytes = 256 * 1024
const maxDepth = 24
const reserved = new Set(['__proto__', 'constructor', 'prototype'])
/** The key of something inside another: `types.hero`. */
export const inside = (above: string, name: string): string => (above === '' ? name : `${above}.${name}`)

/**
 * Reads YAML 1.2 core without anchors, aliases, tags, merge keys, duplicate keys and directives, at most 256 KB (03 §2). `tree` is
 * null when the file holds nothing; it is no good while there are problems.
 */
export function readStrictYaml(text: string): { tree: YamlTree | null; problems: Problem[] } {
  const bytes = Buffer.byteLength(text)
  if (bytes > maxBytes) return { tree: null, problems: [{ line: 1, key: '', said: texts.tooLarge(bytes) }] }
  const lines = new LineCounter()
  const document = parseDocument(text.replace(/^\uFEFF/, ''), { version: '1.2', schema: 'core', uniqueKeys: false, merge: false, lineCounter: lines, prettyErrors: false })
  const problems = document.errors.map((error): Problem => ({ line: lines.linePos(error.pos[0]).line || 1, key: '', said: texts.syntax(error.message) }))
  if (document.directives?.yaml.explicit === true && document.directives.yaml.version !== '1.2') problems.push({ line: 1, key: '', said: texts.version() })
  if (problems.length > 0 || document.contents === null || isNothing(document.contents)) return { tree: null, problems }
  return { tree: new Walk(lines, problems).node(document.contents, '', 0), problems }
}

const isNothing = (node: Document['contents']): boolean => isScalar(node) && node.value === null && (node.source ?? '') === ''

class Walk {
  constructor(private readonly lines: LineCounter, private readonly problems: Problem[]) {}

  node(node: unknown, at: string, depth: number, above = 1): YamlTree {
    const line = this.lineOf(node, above)
    const refuse = (said: Said): YamlValue => {
      this.problems.push({ line, key: at, said })
      return { kind: 'value', line, value: null }
    }
    if (isAlias(node)) return refuse(texts.alias(node.source))
    if (depth > maxDepth) return refuse(texts.deep())
    if (!isMap(node) && !isSeq(node) && !isScalar(node)) return refuse(texts.unreadable())
    if (node.anchor !== undefined) return refuse(texts.anchor(node.anchor))
    if (node.tag !== undefined) return refuse(texts.tag(node.tag))
    if (isMap(node)) return { kind: 'map', line, entries: this.entries(node, at, depth, line) }
    if (isSeq(node)) return { kind: 'list', line, items: node.items.map((item, i) => this.node(item, `${at}[${i}]`, depth + 1, line)) }
    const { value } = node
    if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return { kind: 'value', line, value }
    return refuse(texts.unreadable())
  }

  private entries(map: YAMLMap, at: string, depth: number, above: number): YamlEntry[] {
    const seen = new Set<string>()
    return map.items.flatMap((pair): YamlEntry[] => {
      const line = this.lineOf(pair.key, above)
      const name = keyText(pair.key)
      const wrong = name === null ? texts.key() : name === '<<' ? texts.merge() : reserved.has(name) ? texts.reserved(name) : seen.has(name) ? texts.twice(name) : null
      if (wrong !== null) this.problems.push({ line, key: inside(at, name ?? ''), said: wrong })
      if (wrong !== null || name === null) return []
      seen.add(name)
      return [{ name, line, node: this.node(pair.value, inside(at, name), depth + 1, line) }]
    })
  }

  private lineOf(node: unknown, above: number): number {
    const range = isMap(node) || isSeq(node) || isScalar(node) || isAlias(node) ? node.range : null
    return range ? this.lines.linePos(range[0]).line || above : above
  }
}

/** A key as it was written; null when it is no plain word. */
function keyText(node: unknown): string | null {
  if (!isScalar(node) || node.anchor !== undefined || node.tag !== undefined || node.value === null) return null
  return typeof node.value === 'string' ? node.value : (node.source ?? String(node.value))
}

/** The tree as plain JSON; keys like `__proto__` are data. */
export function plainOf(tree: YamlTree): unknown {
  if (tree.kind === 'value') return tree.value
  if (tree.kind === 'list') return tree.items.map(plainOf)
  const out = Object.create(null) as Record<string, unknown>
  for (const { name, node } of tree.entries) out[name] = plainOf(node)
  return out
}
