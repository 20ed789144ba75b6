import { z } from 'zod'

type Lang = 'zh' | 'en'
const EXCERPT = 24
const DEEPEST = 6

const Node = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(), const: z.unknown().optional(), enum: z.array(z.unknown()).optional(), anyOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(), required: z.array(z.string()).optional(), items: z.unknown().optional(), minimum: z.number().optional(),
})

/** Data that fits a JSON Schema, for an assistant of the demo that owes a report: the shape is real, the words say that they are not. */
export function sampleData(schema: unknown, lang: Lang, message: string): unknown {
  const line = message.split('\n').map((one) => one.trim()).findLast((one) => /\p{L}{2}/u.test(one)) ?? ''
  const excerpt = [...line].slice(0, EXCERPT).join('')
  return sample(schema, lang === 'zh' ? `（演示）${excerpt}` : `(demo) ${excerpt}`, 0)
}

function sample(schema: unknown, words: string, depth: number): unknown {
  const node = Node.safeParse(schema).data
  if (node === undefined || depth > DEEPEST) return null
  if (node.const !== undefined) return node.const
  if (node.enum !== undefined) return node.enum[0]
  if (node.anyOf !== undefined) return sample(node.anyOf[0], words, depth + 1)
  switch (Array.isArray(node.type) ? node.type[0] : node.type) {
    case 'string': return words
    case 'integer': case 'number': return node.minimum ?? 1
    case 'boolean': return true
    case 'array': return [sample(node.items, words, depth + 1)]
    case 'object': return Object.fromEntries((node.required ?? []).map((key) => [key, sample(node.properties?.[key], words, depth + 1)]))
    default: return words
  }
}
