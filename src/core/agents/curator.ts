import { fail } from '@shared/fault'
import { z } from 'zod'
import type { ModelRequest } from '../models/types'
import type { Curator, CuratorRequest } from '../subjects/types'
import { bookedCall } from './booked-call'
import { budgetPause } from './budget'
import type { Parts } from './parts'

const key = 'memory.curator'
const maxOutput = 8_192
const longestMs = 180_000
const Report = z.object({ data: z.object({ patch: z.unknown() }) })

/** memory.curator of 07 §5: one call of its model, whose report is the patch. PROVIDER_ERROR and the like; BUDGET: nothing was sent. */
export function createCurator(parts: Parts): Curator {
  return async (request) => {
    const { models, profiles, config, usage } = parts
    const model = models.resolve({ project: config().models.default, profile: profiles.get(key).model })
    const asked = requestOf(parts, request)
    const tokens = Math.ceil(asked.messages.reduce((sum, message) => sum + message.text.length, 0))
    const pause = budgetPause(parts, request.sessionId, model, tokens, maxOutput)
    if (pause !== null) fail('BUDGET', pause.text, { fix: 'The author decides whether more may be spent.' })
    const late = AbortSignal.timeout(longestMs)
    let raw = ''
    try {
      for await (const event of bookedCall({ models, model, request: asked, signal: AbortSignal.any([request.signal, late]), add: (used) => usage.add(request.sessionId, { ...used, runId: null }) })) {
        if (event.type === 'retry') raw = ''
        if (event.type === 'call.closed' && event.tool === 'report_result') raw = event.rawArgs
      }
    } catch (error) {
      if (late.aborted && !request.signal.aborted) fail('TIMEOUT', `memory.curator did not answer in ${longestMs / 1_000} s; nothing was written.`)
      throw error
    }
    return patchOf(raw)
  }
}

/** What was reported as the patch; what is no report is no patch either, and is told as such. */
function patchOf(raw: string): unknown {
  try {
    return Report.parse(JSON.parse(raw)).data.patch
  } catch {
    return null
  }
}

function requestOf({ profiles, locale }: Parts, { sessionId, subjectPath, facts, memories, problem }: CuratorRequest): ModelRequest {
  const profile = profiles.get(key)
  const again = problem === null ? '' : `\n\nYour last patch could not be used: ${problem}. Nothing was changed. Report another one over the list as it stands above.`
  const text = `${JSON.stringify({ subjectPath, facts, currentMemories: memories }, null, 1)}${again}`
  return {
    messages: [{ role: 'system', text: profile.body }, { role: 'user', text }], maxOutput, ...(profile.temperature === undefined ? {} : { temperature: profile.temperature }),
    tools: [{ name: 'report_result', description: 'Hands over the patch.', inputSchema: { type: 'object', additionalProperties: false, required: ['result', 'data'], properties: { result: { type: 'string' }, data: profile.output } } }],
    hint: { profileKey: key, sessionId, entryId: `curate-${sessionId}`, userText: text, assistantSteps: 0, granted: ['report_result'], locale: locale() },
  }
}
