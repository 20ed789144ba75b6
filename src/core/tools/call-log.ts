import type Database from 'better-sqlite3'
import type { ToolResult } from '@shared/tool-result'
import { relaxedCommit } from '../project/relaxed-commit'
import type { Env } from '../project/types'
import type { Caller } from './types'

/** requested → waiting (author) or started → finished. A question to the author stays waiting until it is answered. */
export type CallState = 'requested' | 'waiting' | 'started' | 'finished'

export interface CallRecord {
  caller: Pick<Caller, 'sessionId' | 'callId' | 'runId'>
  tool: string
  args: unknown
  argsHash: string
  verdict: string | null
  code: string | null
}
/** Milliseconds per stage, and the blob of a text that was cut. */
export type Stages = Record<string, number | string>

/** What its end finds of a call: `marked` when it began; `unmarked`, as its beginning is of the same commit; `traceless`: it left nothing behind, so its row may be lost with the power (never with the process). */
export type Ending = 'marked' | 'unmarked' | 'traceless'

export interface CallLog {
  /** The stored result of a call that is over, or null. */
  finished(sessionId: number, callId: string): ToolResult | null
  /** Where the whole text of a cut result is, inside one session tree. */
  find(rootId: number, callId: string): { result: ToolResult | null; stages: Stages } | null
  /** `relaxed`: what the call does first is a full commit of this database, which takes the mark along (04 §10, 4). */
  mark(record: CallRecord, state: CallState, relaxed?: boolean): void
  /** False when the call was over before. */
  finish(record: CallRecord, result: ToolResult, stages: Stages, row?: Ending): boolean
  deniedInRun(sessionId: number, runId: string | null): number
}

/** One row per call with its stage times (08 §4 stage 8). */
export function createCallLog(db: Database.Database, env: Env, readOnly: () => boolean = () => false): CallLog {
  const statements = prepare(db)
  const now = (): string => env.now().toISOString()
  return {
    finished(sessionId, callId) {
      const row = statements.finished.get(sessionId, callId)
      return row === undefined || row.result === null ? null : (JSON.parse(row.result) as ToolResult)
    },
    find(rootId, callId) {
      const row = statements.find.get(callId, rootId)
      return row === undefined ? null : { result: row.result === null ? null : (JSON.parse(row.result) as ToolResult), stages: JSON.parse(row.stages) as Stages }
    },
    // A project held elsewhere keeps no record of what was read here.
    mark(record, state, relaxed = false) {
      if (readOnly()) return
      const at = now()
      const write = (): unknown => statements.mark.run(...given(record), record.code, state, at, state === 'started' ? at : null)
      if (relaxed) relaxedCommit(db, write)
      else write()
    },
    finish(record, result, stages, row = 'marked') {
      if (readOnly()) return true
      const at = now()
      const ended = [result.code, JSON.stringify(result), JSON.stringify(stages)] as const
      const insert = (): boolean => statements.finish.run(...given(record), ...ended, at, at).changes === 1
      // To change a row that is there writes fewer pages than to insert over it.
      if (row === 'marked' && statements.end.run(record.verdict, ...ended, at, record.caller.sessionId, record.caller.callId).changes === 1) return true
      return row === 'traceless' ? relaxedCommit(db, insert) : insert()
    },
    deniedInRun: (sessionId, runId) => statements.denied.get(sessionId, runId)?.n ?? 0,
  }
}

type Given = [sessionId: number, callId: string, runId: string | null, tool: string, args: string, argsHash: string, verdict: string | null]

const given = ({ caller, tool, args, argsHash, verdict }: CallRecord): Given =>
  [caller.sessionId, caller.callId, caller.runId, tool, JSON.stringify(args) ?? 'null', argsHash, verdict]

/** Values by their place: by name costs a look-up each, in the most frequent writes there are (13 row 6). */
function prepare(db: Database.Database) {
  const columns = 'sessionId, callId, runId, tool, args, argsHash, verdict, code'
  return {
    finished: db.prepare<[number, string], { result: string | null }>("SELECT result FROM Call WHERE sessionId = ? AND callId = ? AND state = 'finished'"),
    find: db.prepare<[string, number], { result: string | null; stages: string }>(
      'SELECT Call.result, Call.stages FROM Call JOIN Session ON Session.id = Call.sessionId WHERE Call.callId = ? AND Session.rootId = ? ORDER BY Call.seq DESC LIMIT 1'),
    mark: db.prepare<[...Given, code: string | null, state: CallState, requestedAt: string, startedAt: string | null]>(`INSERT INTO Call (${columns}, state, requestedAt, startedAt) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (sessionId, callId) DO UPDATE SET verdict = excluded.verdict, code = excluded.code, state = excluded.state, startedAt = coalesce(startedAt, excluded.startedAt) WHERE state <> 'finished'`),
    finish: db.prepare<[...Given, code: string | null, result: string, stages: string, requestedAt: string, finishedAt: string]>(`INSERT INTO Call (${columns}, result, stages, requestedAt, finishedAt, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'finished')
      ON CONFLICT (sessionId, callId) DO UPDATE SET verdict = excluded.verdict, code = excluded.code, state = 'finished', result = excluded.result, stages = excluded.stages, finishedAt = excluded.finishedAt WHERE state <> 'finished'`),
    end: db.prepare<[verdict: string | null, code: string | null, result: string, stages: string, finishedAt: string, sessionId: number, callId: string]>(
      "UPDATE Call SET verdict = ?, code = ?, result = ?, stages = ?, finishedAt = ?, state = 'finished' WHERE sessionId = ? AND callId = ? AND state <> 'finished'"),
    denied: db.prepare<[number, string | null], { n: number }>("SELECT count(*) AS n FROM Call WHERE sessionId = ? AND runId IS ? AND code = 'DENIED_USER'"),
  }
}
