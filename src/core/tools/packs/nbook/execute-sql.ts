import { z } from 'zod'
import type { Effect } from '@shared/tool-result'
import type { SqlRow } from '../../../story/sql-write'
import type { SqlRows } from '../../../sql/types'
import { hashOf } from '../../canonical'
import { defineTool } from '../../define-tool'

type Plan = { mode: 'read'; sql: string } | { mode: 'write'; command: string; rows: SqlRow[]; bases: (string | null)[]; returned: SqlRows; effects: { target: string; action: string }[] }
interface SqlResult extends SqlRows { mode: 'read' | 'write'; command: string; effects: { target: string; action: string }[] }

/** Above this the author is asked, with the number (07 §6). */
const freeRows = 50

const note = ({ rows, truncated }: SqlResult): string => (truncated ? `\n(Showing ${rows.length} rows; more exist. Add LIMIT/OFFSET.)` : '')

/** Stands for the rows beyond those shown: the approval holds for exactly them, times aside. */
function allRows(changes: number, rows: readonly SqlRow[]): Effect {
  const after = hashOf(rows.map(({ table, id, row, refs }) => ({ table, id, refs, row: Object.fromEntries(Object.entries(row).filter(([column]) => column !== 'createdAt' && column !== 'updatedAt')) })))
  return { kind: 'story', target: `${changes} rows`, resolved: null, before: null, after, action: 'change', preview: `${changes} rows in all; the first ${freeRows} are shown.`, fields: [] }
}

/** `execute_sql` of 07 §6: a read runs as it is; a write is tried in the child and rolled back, and core applies exactly what it would have left. */
export const executeSql = defineTool({
  name: 'execute_sql',
  operation: 'story.sql',
  description: 'Query the story and world tables with one SELECT, or change story rows with one INSERT or UPDATE, when no other tool does.\n\nTables: Story, StoryAct, StoryChapter, StoryPhase, StoryThread, StoryScene, StorySceneRef, StoryPromise, StoryPromiseBeat, StoryDecision, WorldSubject, WorldSlice, WorldPatch. SELECT name, sql FROM sqlite_schema shows their columns. World tables are only read. At most 200 rows and 48 KB come back; nothing is ever deleted.',
  input: z.strictObject({ sql: z.string().describe('One SELECT, WITH, INSERT or UPDATE statement.') }),
  risk: 'high',
  mutates: true,
  gate: 'mode',
  result: 'content',
  needs: ['sql', 'story'],
  async prepare(input, { sql, story }, { signal }) {
    if (!(await sql.writes(input.sql, signal))) return { plan: { mode: 'read', sql: input.sql } satisfies Plan as Plan, effects: [], refine: { mutates: false, risk: 'low' } as const }
    const { command, touched, rows, truncated } = await sql.tryWrite(input.sql, signal)
    const { effects, changes, bases } = story.previewSql(touched)
    const plan: Plan = { mode: 'write', command, rows: touched, bases, returned: { rows, rowCount: changes, truncated }, effects: effects.map(({ target, action }) => ({ target, action })) }
    const ask = changes > freeRows ? { ask: { code: 'ALWAYS', text: `This statement changes ${changes} rows; more than ${freeRows} always ask the author.` } } : {}
    return { plan, effects: [...effects.slice(0, freeRows), ...(changes > freeRows ? [allRows(changes, touched)] : [])], ...ask }
  },
  async run(plan, { sql, story }, { caller, signal }) {
    if (plan.mode === 'read') {
      const value: SqlResult = { mode: 'read', command: 'SELECT', ...(await sql.read(plan.sql, signal)), effects: [] }
      return { value, changes: [], details: { ...value } }
    }
    const { changes } = story.applySql(plan.rows, plan.bases, { by: { actor: 'agent', sessionId: caller.sessionId, callId: caller.callId }, exactlyOnce: { sessionId: caller.sessionId, callId: caller.callId } })
    const value: SqlResult = { mode: 'write', command: plan.command, ...plan.returned, rowCount: changes, effects: plan.effects.slice(0, 200) }
    return { value, changes: plan.effects.map(({ target }) => ({ kind: 'story', target, before: null, after: null })), details: { ...value } }
  },
  say: (value) => {
    const { mode, command, rowCount, rows, effects } = value
    return `${mode === 'write' ? '[OK] ' : ''}${JSON.stringify({ mode, command, rowCount, rows, effects }, null, 2)}${note(value)}`
  },
})
