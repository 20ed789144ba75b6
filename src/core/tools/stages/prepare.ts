import { Cancelled, isFault } from '@shared/fault'
import { checkArguments, parseArguments } from '../arguments'
import { decide, verdictOf, type PreparedFacts } from '../decide'
import type { Refusal } from '../refusal'
import { deniedByPattern } from '../deny-rules'
import type { Runtime } from '../runtime'
import type { Prepared, ToolServices } from '../types'
import { admit, refuseLoops } from './admit'
import { CallContext } from './call-context'
import { viewFor } from '../variant-view'
import { tagsOf } from '../session-facts'
import { accessOf } from '../variants'
import { Refused, refused, timed, took, type Admitted, type Ready, type Work } from './work'

/** Stages 0-4: parse, admit, check, prepare, decide. Changes nothing; ends with the verdict, or throws Refused (08 §4). */
export async function readyCall(runtime: Runtime, work: Work): Promise<Ready> {
  const raw = timed(work, 'parse', () => orRefuse(() => parseArguments(work.raw)))
  work.args = raw
  const admitted = timed(work, 'admit', () => admit(runtime, work.caller, work.name, work.chain))
  const args = timed(work, 'arguments', () => orRefuse(() => argumentsOf(admitted, work.caller.role, raw)))
  work.take(args)
  refuseLoops(runtime, work.caller, work.name, args)
  const prepared = await prepareCall(runtime, work, admitted, args)
  const decision = timed(work, 'decide', () => decideCall(admitted, prepared))
  work.decision = decision
  if (decision.verdict === 'deny' || decision.verdict === 'error') throw refused({ verdict: decision.verdict, code: decision.code, text: decision.text })
  return { ...admitted, args, prepared, decision }
}

/** Checked against what this caller is shown, by the same table (08 §3). */
function argumentsOf({ registered, profile, chain }: Admitted, role: string, raw: unknown): Record<string, unknown> {
  // Only variants look at tags.
  const tags = registered.tool.variants === undefined ? [] : tagsOf(chain[0])
  const caller = { pack: profile.pack, role, access: accessOf(registered.tool.name, profile.tools), tags }
  return checkArguments(registered.tool, raw, () => viewFor(registered, caller)?.inputSchema ?? registered.inputSchema, caller)
}

async function prepareCall(runtime: Runtime, work: Work, admitted: Admitted, args: Record<string, unknown>): Promise<Prepared<unknown>> {
  const from = performance.now()
  try {
    if (work.caller.signal.aborted) throw new Cancelled()
    return await admitted.registered.tool.prepare(args, servicesOf(runtime), new CallContext(runtime, work, admitted, work.caller.signal))
  } catch (error) {
    throw isFault(error) ? asRefused(error.fault.code, error) : error
  } finally {
    took(work, 'prepare', from)
  }
}

/** The registry has checked that every service a tool names is wired; a tool touches no other. */
export const servicesOf = (runtime: Runtime): ToolServices => runtime.deps.services as ToolServices

function decideCall(admitted: Admitted, prepared: Prepared<unknown>): ReturnType<typeof decide> {
  const { facts, lineage, registered } = admitted
  const denied = deniedByPattern(lineage, registered.tool.name, prepared.effects.map((effect) => effect.target))
  const known = { ...facts, prepared: preparedFacts(prepared) }
  return denied === null ? verdictOf(known, admitted.settings) : decide({ ...known, rules: { ...facts.rules, denied } })
}

const nothingFound: PreparedFacts = { asks: [] }

function preparedFacts(prepared: Prepared<unknown>): PreparedFacts {
  if (prepared.refine === undefined && prepared.planExempt === undefined && prepared.replacesRisk === undefined && prepared.allowCode === undefined && prepared.ask === undefined) return nothingFound
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
