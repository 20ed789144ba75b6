import { z } from 'zod'
import type { SqlRows } from '../../../sql/types'
import { defineTool } from '../../define-tool'

interface SqlResult extends SqlRows { mode: 'read'; command: string; effects: [] }

const note = ({ rows, truncated }: SqlResult): string => (truncated ? `\n(Showing ${rows.length} rows; more exist. Add LIMIT/OFFSET.)` : '')

export const executeSql = defineTool({
  name: 'execute_sql',
  operation: 'story.sql',
  description: 'Query the story and world tables with one SELECT. Use for counts, joins and searches no other tool gives.\n\nTables: Story, StoryAct, StoryChapter, StoryPhase, StoryThread, StoryScene, StorySceneRef, StoryPromise, StoryPromiseBeat, StoryDecision, WorldSubject, WorldSlice, WorldPatch. SELECT name, sql FROM sqlite_schema shows their columns. At most 200 rows and 48 KB come back.',
  input: z.strictObject({ sql: z.string().describe('One SELECT or WITH statement.') }),
  risk: 'high',
  mutates: true,
  gate: 'mode',
  result: 'content',
  needs: ['sql'],
  /** The text alone proves a read here: everything else is refused before it is asked about (05 §2). */
  prepare: (input, { sql }) => {
    sql.check(input.sql)
    return { plan: input.sql, effects: [], refine: { mutates: false, risk: 'low' } as const }
  },
  run: async (text, { sql }, { signal }) => {
    const found = await sql.read(text, signal)
    const value: SqlResult = { mode: 'read', command: 'SELECT', ...found, effects: [] }
    return { value, changes: [], details: { ...value } }
  },
  say: (value) => {
    const { mode, command, rowCount, rows, effects } = value
    return `${JSON.stringify({ mode, command, rowCount, rows, effects }, null, 2)}${note(value)}`
  },
})
