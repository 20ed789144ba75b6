import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMap, isScalar, LineCounter, parseDocument, visit, type YAMLMap } from 'yaml'
import { resourcesDir } from '../../project/resources'
import type { Use } from './types'

/** The keys with which the built-in demo scenarios call tools, for P4-2. */
export function demoUses(): Use[] {
  const dir = join(resourcesDir(), 'demo')
  return readdirSync(dir).filter((name) => name.endsWith('.yaml')).toSorted().flatMap((name) => usesIn(readFileSync(join(dir, name), 'utf8'), `resources/demo/${name}`))
}

/** The keys with which a tool's own happy cases call it (JSON is YAML too, and keeps its lines); the others may be wrong on purpose. */
export const caseUses = (text: string, tool: string, file: string): Use[] => usesIn(text, file, (map) => (map.get('kind') === 'happy' ? tool : null))

function usesIn(text: string, file: string, toolOf: (map: YAMLMap) => unknown = (map) => map.get('tool')): Use[] {
  const lines = new LineCounter()
  const uses: Use[] = []
  visit(parseDocument(text, { lineCounter: lines }), {
    Map(_key, map) {
      const tool = toolOf(map)
      const args = map.get('args', true)
      if (typeof tool !== 'string' || !isMap(args)) return
      for (const { key } of args.items) if (isScalar(key)) uses.push({ tool, key: String(key.value), file, line: lines.linePos(key.range?.[0] ?? 0).line })
    },
  })
  return uses
}
