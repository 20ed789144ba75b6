import { z } from 'zod'
import { Question } from '@shared/session'
import { WorkMode, type ToolResult } from '@shared/tool-result'

/** What a finished call asks of the run (04 §5): wait for answers, end, or change the mode. */
export type Wish =
  | { kind: 'question'; questions: Question[] }
  | { kind: 'report'; result: string; data: unknown }
  | { kind: 'mode'; mode: WorkMode }

const Questions = z.object({ questions: z.array(Question).min(1) })
const Report = z.object({ result: z.string(), data: z.unknown().optional() })
const Structured = z.object({ data: z.unknown() })
const NodeReport = z.object({ verdict: z.string(), detail: z.string(), suggestion: z.string().optional() })
const Mode = z.object({ targetMode: WorkMode })

/** Read from the stored arguments: the pipeline has checked them, and they are there again after a restart. */
export function wishOf(tool: string, args: Record<string, unknown>, result: Pick<ToolResult, 'status'>): Wish | null {
  if (result.status !== 'ok') return null
  if (tool === 'request_user_input' || tool === 'AskUserQuestion') {
    const asked = Questions.safeParse(args)
    return asked.success ? { kind: 'question', questions: asked.data.questions } : null
  }
  if (tool === 'report_result') {
    const report = Report.safeParse(args)
    return report.success ? { kind: 'report', result: report.data.result, data: report.data.data ?? null } : null
  }
  if (tool === 'structured_output') {
    const given = Structured.safeParse(args)
    return given.success ? { kind: 'report', result: JSON.stringify(given.data.data), data: given.data.data } : null
  }
  if (tool === 'node_report') {
    const report = NodeReport.safeParse(args)
    return report.success ? { kind: 'report', result: report.data.detail, data: { verdict: report.data.verdict, detail: report.data.detail, suggestion: report.data.suggestion ?? null } } : null
  }
  if (tool !== 'switch_mode') return null
  const mode = Mode.safeParse(args)
  return mode.success ? { kind: 'mode', mode: mode.data.targetMode } : null
}
