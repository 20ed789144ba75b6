import type Database from 'better-sqlite3'
import { all } from './prepared'

interface Patch { path: string; value: string | null }
const patches = `SELECT p.path, p.value FROM WorldPatch p JOIN WorldSlice s ON s.id = p.sliceId
  WHERE p.subjectId = ? AND p.op = 'replace' AND s.hidden = 0 AND p.instant <= ? ORDER BY p.instant, p.seq`
type State = Record<string, unknown>

const unescaped = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~')

function put(state: State, segments: readonly string[], value: unknown): void {
  const [key, ...rest] = segments
  if (key === undefined) return
  if (rest.length === 0) {
    state[key] = value
    return
  }
  const inner = state[key]
  const object: State = inner !== null && typeof inner === 'object' && !Array.isArray(inner) ? (inner as State) : Object.create(null) as State
  state[key] = object
  put(object, rest, value)
}

/**
 * A subject's attributes at an instant: its `replace` patches up to and including it, in order (03). The world engine, which
 * knows schema, defaults and the other operations, takes this function's place.
 */
export function attributesAt(db: Database.Database, subjectId: string, instant: bigint): State {
  const state = Object.create(null) as State
  for (const { path, value } of all<Patch>(db, patches, subjectId, instant)) put(state, path.split('/').slice(1).map(unescaped), value === null ? null : (JSON.parse(value) as unknown))
  return { ...state }
}
