import type { Approval } from '@shared/approval'
import type { ToolResult } from '@shared/tool-result'
import { isSoleHolder } from '../app/recovery-turn'
import type { ProjectRuntime } from '../app/types'
import { answerCard } from '../router/answer-card'
import { approvalLines } from './approval-lines'
import { tellAuthorAct } from './author-act'
import { EXIT, exitOf, type Command } from './command'
import { assertHuman } from './human'
import { show } from './io'
import { tellJobLeft } from './job-left'
import { parseOptions, required } from './usage'
import { withProject } from './with-project'

export const humanApprove = answerCommand('approve', 'Approves exactly the effects a waiting call showed, and runs it once.')
export const humanDeny = answerCommand('deny', 'Denies a waiting call; --note tells the agent why.')

function answerCommand(verdict: 'approve' | 'deny', does: string): Command {
  return {
    usage: `human ${verdict} ID --project DIR [--note TEXT]${verdict === 'approve' ? ' [--remember]' : ''} [--trust] [--json]`,
    does,
    details: '`wenqu human list approvals` names what waits, with all that it would do.',
    async run(argv, io) {
      const parsed = parseOptions(argv, { project: 'string', note: 'string', trust: 'boolean', ...(verdict === 'approve' ? { remember: 'boolean' as const } : {}) }, { min: 1, max: 1, names: ['ID'] })
      const dir = required(parsed, 'project')
      assertHuman(io)
      const [id = ''] = parsed.words
      return withProject(dir, io, { trust: parsed.flag('trust') }, async (runtime, core) => {
        const approval = runtime.approvals.get(id)
        const given = { id, verdict, effectsHash: approval.effectsHash, note: parsed.text('note') ?? null, remember: parsed.flag('remember'), by: 'human' } as const
        const answered = await answerCard({ core, principal: 'human' }, runtime, given, (result) => goOn(runtime, approval, result))
        if (answered.result !== null) {
          tellJobLeft(io, runtime, answered.result)
          tellAuthorAct(io, runtime, answered.result)
        }
        // What waits now is shown before it can be approved (05 §6).
        const next = answered.newId === null ? null : runtime.approvals.get(answered.newId)
        const told = next === null ? '' : ['Nothing was done: it would have other effects by now. These wait for your answer:', ...approvalLines(next)].join('\n')
        show(io, parsed.json, { id, status: answered.status, code: answered.code, newId: answered.newId, next, result: answered.result }, answered.result?.content ?? told)
        if (answered.newId !== null) return EXIT.needsApproval
        return verdict === 'deny' ? EXIT.ok : exitOf(answered.result?.status ?? 'ok')
      })
    },
  }
}

/** The run that waited goes on in the process that holds the project: here only when no window does (it notices by itself). */
async function goOn(runtime: ProjectRuntime, approval: Approval, result: ToolResult): Promise<void> {
  if (approval.runId === null || !isSoleHolder(runtime.project.dir, runtime.project.env)) return
  await runtime.agents.settled(approval.sessionId, approval.callId, result)
  await runtime.agents.whenQuiet(approval.sessionId)
}
