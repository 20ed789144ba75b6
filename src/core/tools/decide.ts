import type { Gate, Risk } from '@shared/tool-result'
import { readSettings, type RawSettings, type ValidSettings } from './decide-settings'
import type { Refusal } from './refusal'

export interface Reason { code: string; text: string }
export type Decision = { verdict: 'allow'; code: string | null; reasons: [] } | { verdict: 'ask'; code: string; reasons: Reason[] } | (Refusal & { reasons: [] })

/** Why a call asks in step 7 or 8. `bypass`: bypassPermissions lets it through (05 §2.1-2.4). */
export interface PredicateAsk extends Reason { bypass?: boolean }

/** What `prepare` found, or null while it has not run. */
export interface PreparedFacts {
  refine?: { mutates: false; risk: 'low' }
  planExempt?: boolean
  asks?: readonly PredicateAsk[]
  /** Bash, WebFetch, run_skill_script: step 7 answers instead of the risk rule of step 6. */
  replacesRisk?: boolean
  /** Why step 7 allows, e.g. SHELL_RULE. */
  allowCode?: string
}

/** Everything a verdict depends on, as plain data (05 §2). The pipeline gathers it; nothing here is looked up. */
export interface DecisionFacts {
  readonly tool: { name: string; gate: Gate; risk: Risk | (string & {}); mutates: boolean }
  /** Steps 0, 1, 4 and the identity half of 2: a refusal found by their own stages, or null. */
  readonly parse: Refusal | null
  readonly grant: Refusal | null
  readonly identity: Refusal | null
  readonly prepare: Refusal | null
  /** The session's own settings first, then every ancestor's now: the strictest counts (05 §5). */
  readonly settings: readonly RawSettings[]
  readonly rules: { denied: string | null; loop: string | null; maxRisk?: Risk; ask: readonly string[] }
  /** A skill with `allowed-tools` is active and this tool is outside it. */
  readonly outsideSkill?: string
  /** The author marked this script tool's content "do not ask" (08 §7): medium counts as low. */
  readonly mediumCountsAsLow?: boolean
  readonly prepared: PreparedFacts | null
}

/** Walks steps 0-9 of 05 §2. A deny or error ends at once; asks are gathered, the first is the primary code. Pure. */
export function decide(facts: DecisionFacts): Decision {
  if (facts.parse !== null) return { ...facts.parse, reasons: [] }
  const settings = admission(facts)
  return 'verdict' in settings ? { ...settings, reasons: [] } : verdictOf(facts, settings)
}

/** The rest of the way, steps 4-9, of a call that `admission` let in with these settings. Pure. */
export function verdictOf(facts: DecisionFacts, settings: ValidSettings): Decision {
  if (facts.prepare !== null) return { ...facts.prepare, reasons: [] }
  const asks = [...modeAsks(facts, settings), ...riskAsks(facts, settings), ...predicateAsks(facts, settings), ...gateAsks(facts)]
  const first = asks[0]
  if (first !== undefined) return { verdict: 'ask', code: first.code, reasons: asks }
  return { verdict: 'allow', code: allowCode(facts, settings), reasons: [] }
}

/** Steps 1-3: may this caller make this call at all, whatever its arguments; the settings that then hold, or why not. */
export function admission(facts: DecisionFacts): ValidSettings | Refusal {
  if (facts.grant !== null) return facts.grant
  if (facts.identity !== null) return facts.identity
  const settings = readSettings(facts.settings)
  return 'verdict' in settings ? settings : (deniedByRule(facts) ?? settings)
}

const RANK: Readonly<Record<string, number>> = { low: 0, medium: 1, high: 2 }

/** Step 3. */
function deniedByRule(facts: DecisionFacts): Refusal | null {
  const { tool, rules } = facts
  if (rules.denied !== null) return deny('DENIED_POLICY', rules.denied)
  const rank = RANK[tool.risk]
  if (rank === undefined) return deny('DENIED_POLICY', `${tool.name} has the unknown risk "${tool.risk}".`)
  if (rules.maxRisk !== undefined && rank > (RANK[rules.maxRisk] ?? 0)) return deny('DENIED_POLICY', `${tool.name} has risk ${tool.risk}; this profile allows at most ${rules.maxRisk}.`)
  return rules.loop === null ? null : deny('LOOP_GUARD', rules.loop)
}

/** What the call turned out to be: refined downward on proof only. */
function judged(facts: DecisionFacts): { mutates: boolean; risk: string } {
  const { tool, prepared } = facts
  if (prepared?.refine !== undefined) return { mutates: false, risk: 'low' }
  return { mutates: tool.mutates, risk: facts.mediumCountsAsLow === true && tool.risk === 'medium' ? 'low' : tool.risk }
}

/** Step 5. Plan files are exempt in plan mode only. */
function modeAsks(facts: DecisionFacts, settings: ValidSettings): Reason[] {
  const { gate, name } = facts.tool
  if (settings.workMode === 'normal' || !judged(facts).mutates || (gate !== 'mode' && gate !== 'risk')) return []
  if (settings.workMode === 'plan' && facts.prepared?.planExempt === true) return []
  return settings.workMode === 'plan'
    ? [{ code: 'MODE_PLAN', text: `Plan mode: ${name} changes more than plan files.` }]
    : [{ code: 'MODE_DISCUSS', text: `Discuss mode: ${name} would change the project.` }]
}

/** Step 6. Under policy `strict` bypassPermissions and acceptEdits count as default (readSettings), and strict leads the card. */
function riskAsks(facts: DecisionFacts, settings: ValidSettings): Reason[] {
  const asks: Reason[] = []
  const { risk, mutates } = judged(facts)
  if (settings.approvals === 'strict' && (mutates || risk !== 'low')) asks.push({ code: 'POLICY_STRICT', text: 'Strict approvals: everything that changes something or carries risk asks.' })
  if (facts.tool.gate === 'risk' && facts.prepared?.replacesRisk !== true && !riskPasses(facts.tool.name, risk, settings)) {
    asks.push({ code: risk === 'medium' ? 'RISK_MEDIUM' : 'RISK_HIGH', text: `${facts.tool.name} has ${risk} risk.` })
  }
  if (facts.outsideSkill !== undefined) asks.push({ code: 'SKILL_SCOPE', text: facts.outsideSkill })
  return asks
}

function riskPasses(name: string, risk: string, settings: ValidSettings): boolean {
  if (risk === 'low' || settings.permissionMode === 'bypassPermissions') return true
  return risk === 'high' && settings.permissionMode === 'acceptEdits' && (name === 'Edit' || name === 'Write')
}

/** Step 7, and the per-call reason of step 8 (a write of more than 50 rows). */
function predicateAsks(facts: DecisionFacts, settings: ValidSettings): Reason[] {
  const bypass = settings.permissionMode === 'bypassPermissions'
  return (facts.prepared?.asks ?? []).filter((ask) => !(bypass && ask.bypass === true)).map(({ code, text }) => ({ code, text }))
}

/** Step 8. */
function gateAsks(facts: DecisionFacts): Reason[] {
  const { name, gate } = facts.tool
  const always = gate === 'always' ? [{ code: 'ALWAYS', text: `${name} always asks the author.` }] : []
  return facts.rules.ask.includes(name) ? [...always, { code: 'PROFILE_ASK', text: `This profile asks before every ${name}.` }] : always
}

function allowCode(facts: DecisionFacts, settings: ValidSettings): string | null {
  const bypassed = settings.permissionMode === 'bypassPermissions' && (facts.prepared?.asks ?? []).some((ask) => ask.bypass === true)
  return bypassed ? 'BYPASS' : (facts.prepared?.allowCode ?? null)
}

const deny = (code: string, text: string): Refusal => ({ verdict: 'deny', code, text })
