import { Cancelled, isFault } from '@shared/fault'
import { checkArguments, parseArguments } from '../arguments'
import { hashOf } from '../canonical'
import { decide, type PreparedFacts } from '../decide'
import type { Refusal } from '../refusal'
import { deniedByPattern } from '../deny-rules'
import { readsProject } from '../project-readers'
import type { Runtime } from '../runtime'
import type { Prepared, ToolContext, ToolServices } from '../types'
import { admit, refuseLoops } from './admit'
import { viewFor } from '../variant-view'
import { tagsOf } from '../session-facts'
import { accessOf } from '../variants'
import { Refused, refused, timed, timedWait, type Admitted, type Ready, type Work } from './work'

/** Stages 0-4: parse, admit, check, prepare, decide. Changes nothing; ends with the verdict, or throws Refused (08 §4). */
export async function readyCall(runtime: Runtime, work: Work): Promise<Ready> {
  const raw = timed(work, 'parse', () => orRefuse(() => parseArguments(work.raw)))
  work.args = raw
  const admitted = timed(work, 'admit', () => admit(runtime, work.caller, work.name))
  const args = timed(work, 'arguments', () => orRefuse(() => argumentsOf(admitted, work.caller.role, raw)))
  work.args = args
  work.argsHash = hashOf(args)
  refuseLoops(runtime, work.caller, work.name, args)
  const prepared = await timedWait(work, 'prepare', () => prepareCall(runtime, work, admitted, args))
  const decision = timed(work, 'decide', () => decideCall(admitted, prepared))
  work.decision = decision
  if (decision.verdict === 'deny' || decision.verdict === 'error') throw refused({ verdict: decision.verdict, code: decision.code, text: decision.text })
  return { ...admitted, args, prepared, decision }
}

/** Checked against what this caller is shown, by the same table (08 §3). */
function argumentsOf({ registered, profile, chain }: Admitted, role: string, raw: unknown): Record<string, unknown> {
  const caller = { pack: profile.pack, role, access: accessOf(registered.tool.name, profile.tools), tags: tagsOf(chain[0]) }
  return checkArguments(registered.tool, raw, () => viewFor(registered, caller)?.inputSchema ?? registered.inputSchema, caller)
}

async function prepareCall(runtime: Runtime, work: Work, admitted: Admitted, args: Record<string, unknown>): Promise<Prepared<unknown>> {
  if (work.caller.signal.aborted) throw new Cancelled()
  const context: ToolContext = { caller: work.caller, settings: admitted.settings, signal: work.caller.signal, startedAt: work.startedAt, readsProject: () => readsProject(runtime, admitted.profile, work.caller), progress: () => undefined }
  try {
    return await admitted.registered.tool.prepare(args, servicesOf(runtime), context)
  } catch (error) {
    throw isFault(error) ? asRefused(error.fault.code, error) : error
  }
}

/** The registry has checked that every service a tool names is wired; a tool touches no other. */
export const servicesOf = (runtime: Runtime): ToolServices => runtime.deps.services as ToolServices

function decideCall(admitted: Admitted, prepared: Prepared<unknown>): ReturnType<typeof decide> {
  const { facts, lineage, registered } = admitted
  const denied = deniedByPattern(lineage, registered.tool.name, prepared.effects.map((effect) => effect.target))
  return decide({ ...facts, rules: { ...facts.rules, denied: facts.rules.denied ?? denied }, prepared: preparedFacts(prepared) })
}

function preparedFacts(prepared: Prepared<unknown>): PreparedFacts {
  return {
    ...(prepared.refine === undefined ? {} : { refine: prepared.refine }),
    ...(prepared.planExempt === undefined ? {} : { planExempt: prepared.planExempt }),
    ...(prepared.replacesRisk === undefined ? {} : { replacesRisk: prepared.replacesRisk }),
    ...(prepared.allowCode === undefined ? {} : { allowCode: prepared.allowCode }),
    asks: prepared.ask === undefined ? [] : [prepared.ask],
  }
}

/** A Fault of these stages is the call's own mistake: `error` of 05 §2. DENY codes of rules are marked by `deny`. */
function orRefuse<T>(step: () => T): T {
  try {
    return step()
  } catch (error) {
    throw isFault(error) ? asRefused(error.fault.code, error) : error
  }
}

/** Skill arguments deny in every mode (05 §2.4); every other fault of `prepare` is an error. */
const DENIES: ReadonlySet<string> = new Set(['SKILL_ARGS', 'SKILL_INACTIVE', 'SKILL_SCRIPT', 'DENIED_POLICY'])
function asRefused(code: string, error: { fault: Refused['fault'] }): Refused {
  const verdict: Refusal['verdict'] = DENIES.has(code) ? 'deny' : 'error'
  return refused({ verdict, code, text: '' }, error.fault)
}
