import { existsSync, readFileSync, symlinkSync, appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { Cancelled } from '@shared/fault'
import type { ToolResult } from '@shared/tool-result'
import { hashOf, sha256 } from '../../tools/canonical'
import { lintTool, noContext } from '../../tools/lint/lint'
import type { Outcome } from '../../tools/lint/outcome-types'
import { lintOutcomes } from '../../tools/lint/rules-outcomes'
import type { LintContext } from '../../tools/lint/types'
import { scriptTarget } from '../script-target'
import type { ScriptSpec, ScriptState } from '../types'
import { parseCases, wantedKinds, type Case } from './cases'
import { canary, hostileTexts, linkName, schemaCases, showsNothing, type Generated } from './generated'
import { echoScript, probes } from './probes'
import type { Report, Row } from './report'
import { sampleArguments } from './sample-arguments'
import { openScratch, writeInside, type Invocation, type Observed, type Scratch, type ScratchProject } from './scratch'

interface Bench { readonly scratch: Scratch; readonly spec: ScriptSpec; readonly place: string; readonly shared: ScratchProject; readonly outcomes: Outcome[]; readonly signal: AbortSignal }

/** A window follows the rows as they come, and may stop. */
export interface Follow { readonly signal: AbortSignal; row(row: Row, done: number, total: number): void }
const alone: Follow = { signal: new AbortController().signal, row: () => undefined }

/** Runs the cases of a script tool and those made from its definition, through the pipeline, in scratch projects (08 §8). CASES_INVALID; Cancelled when stopped. */
export async function runToolTests(state: ScriptState, spec: ScriptSpec, context: LintContext = noContext, follow: Follow = alone): Promise<Report> {
  const file = join(state.dir, 'tests', 'cases.json')
  const cases = existsSync(file) ? parseCases(readFileSync(file, 'utf8')) : []
  const scratch = await openScratch()
  try {
    const place = scratch.copy(state.dir, spec.name)
    await scratch.approve(spec.name)
    const bench: Bench = { scratch, spec, place, shared: await scratch.project(), outcomes: [], signal: follow.signal }
    symlinkSync('/etc', join(bench.shared.dir, linkName))
    const steps = [...cases.map((one) => () => ownCase(bench, one)), ...generatedSteps(bench, cases)]
    const rows: Row[] = []
    for (const step of steps) {
      const row = await step()
      if (follow.signal.aborted) throw new Cancelled()
      rows.push(row)
      follow.row(row, rows.length, steps.length)
    }
    const target = await scriptTarget(state, spec)
    const lint = [...lintTool(target, { ...context, runs: new Map([[spec.name, bench.outcomes]]) }), ...lintOutcomes(target, bench.outcomes)]
    const missing = Object.entries(wantedKinds).flatMap(([kind, least]) => {
      const found = cases.filter((one) => one.kind === kind).length
      return found >= least ? [] : [`${found} cases of kind ${kind}; at least ${least} are wanted`]
    })
    const green = rows.every((row) => row.verdict !== 'red') && missing.length === 0 && lint.every((one) => one.level !== 'error')
    return { tool: spec.name, hash: state.hash ?? '', network: spec.effects.includes('network') ? 'declared' : scratch.isolated() ? 'isolated' : 'not isolated', rows, lint, missing, green, outcomes: bench.outcomes }
  } finally {
    await scratch.close()
  }
}

async function ownCase(bench: Bench, one: Case): Promise<Row> {
  const project = await bench.scratch.project()
  try {
    for (const [path, text] of Object.entries(one.setup?.files ?? {})) writeInside(project.dir, path, text)
    const seen = await observe(bench, project, { tool: bench.spec.name, args: one.args, approve: one.kind === 'permission' ? 'ask' : 'yes', ...(one.role === undefined ? {} : { role: one.role }) }, callOf(one))
    return rowOf(one.name, one.kind, seen, unmet(one, seen.result, project.dir))
  } finally {
    await project.close()
  }
}

function unmet({ expect }: Case, result: ToolResult, dir: string): string | null {
  if (result.status !== expect.status) return `expected status ${expect.status}, got ${result.status}`
  if (expect.code !== undefined && result.code !== expect.code) return `expected code ${expect.code ?? 'none'}, got ${result.code ?? 'none'}`
  const absent = expect.contains?.find((text) => !result.content.includes(text))
  if (absent !== undefined) return `expected the text to contain ${JSON.stringify(absent)}`
  const present = expect.notContains?.find((text) => result.content.includes(text))
  if (present !== undefined) return `expected the text not to contain ${JSON.stringify(present)}`
  if (expect.maxMs !== undefined && result.ms > expect.maxMs) return `expected at most ${expect.maxMs} ms, got ${result.ms}`
  const wrong = Object.entries(expect.files ?? {}).find(([path, text]) => (existsSync(join(dir, path)) ? readFileSync(join(dir, path), 'utf8') : null) !== text)
  return wrong === undefined ? null : `the file ${wrong[0]} is not as expected`
}

/** A case starts from a project of its own, so the same case can be compared between versions. */
const callOf = ({ kind, role, args, setup }: Case): string => hashOf({ permission: kind === 'permission', role: role ?? null, args, files: setup?.files ?? {} })

async function observe(bench: Bench, project: ScratchProject, call: Invocation, again?: string): Promise<Observed> {
  const seen = await project.invoke({ ...call, signal: bench.signal })
  const { result } = seen
  const exit = result.details['exitCode']
  if (call.tool === bench.spec.name) {
    bench.outcomes.push({
      tool: call.tool, role: call.role ?? 'root', args: call.args as Outcome['args'], status: result.status, code: result.code, content: result.content.slice(0, 50_000),
      exitCode: typeof exit === 'number' ? exit : null, cut: result.truncated !== null, changed: result.changes.length > 0, call: again,
    })
  }
  return seen
}

const rowOf = (name: string, kind: Row['kind'], { result, stage, leftOver }: Observed, wrong: string | null): Row => {
  const why = wrong ?? (leftOver ? 'a process of it is still running' : null)
  return { name, kind, verdict: why === null ? 'green' : 'red', stage, text: result.content, why, ms: result.ms }
}
const skipped = (name: string, why: string): Row => ({ name, kind: 'generated', verdict: 'skipped', stage: null, text: null, why, ms: null })

type Step = () => Promise<Row>

/** The cases made from the definition, in order; the last changes the tool's content, so nothing comes after it. */
function generatedSteps(bench: Bench, cases: readonly Case[]): Step[] {
  const { spec, shared } = bench
  const base = baseArguments(spec, cases)
  const denied = (code: string) => ({ result }: Observed): string | null => (result.status === 'denied' && result.code === code ? null : `expected ${code}, got ${result.code ?? result.status}`)
  const refused = (name: string, call: Invocation, code: string): Step => async () => {
    const seen = await observe(bench, shared, call)
    return rowOf(name, 'generated', seen, denied(code)(seen))
  }
  const own = { tool: spec.name, args: base ?? {} }
  const changed = refused('another content than the approved one', own, 'TOOL_NOT_APPROVED')
  return [
    ...(base === null ? [always(skipped('cases of the schema', 'no arguments that fit can be made up, and there is no happy case'))] : schemaCases(spec, base).map((one): Step => () => schemaRow(bench, one))),
    ...probes.map((probe): Step => () => probeRow(bench, probe.name, probe.script, base, probe.wrong)),
    () => echoRow(bench),
    refused('a role without the grant', { ...own, profileKey: 'writer' }, 'TOOL_NOT_GRANTED'),
    refused('an orchestrator-only tool under "*"', { tool: 'switch_mode', args: { targetMode: 'plan' }, role: 'child' }, 'TOOL_NOT_GRANTED'),
    always(skipped('a value hidden from a role', 'a script tool hides none: it has no variants')),
    () => { appendFileSync(join(bench.place, 'tool.json'), '\n'); return changed() },
  ]
}

const always = (row: Row): Step => () => Promise.resolve(row)

function baseArguments({ input }: ScriptSpec, cases: readonly Case[]): Record<string, unknown> | null {
  const candidates = [...cases.filter((one) => one.kind === 'happy').map((one) => one.args), sampleArguments(input.schema)]
  return candidates.find((args) => !('problems' in input.check(args))) ?? null
}

async function schemaRow(bench: Bench, one: Generated): Promise<Row> {
  const seen = await observe(bench, bench.shared, { tool: bench.spec.name, args: one.args })
  const ran = existsSync(join(bench.shared.dir, canary)) ? 'a text was run as a command' : null
  const idle = one.fits === true ? showsNothing(seen.result, bench.outcomes.some((outcome) => outcome.status === 'ok')) : null
  return rowOf(one.name, 'generated', seen, one.wrong(seen.result) ?? idle ?? ran)
}

let made = 0

/** A script of ours in the place of the tool's, under the tool's own schema, effects and caps. */
async function probeRow(bench: Bench, name: string, script: string, base: Record<string, unknown> | null, wrong: (result: ToolResult) => string | null): Promise<Row> {
  const { raw } = bench.spec
  const tool = `wenqu_probe_${(made += 1)}`
  const { shell: _shell, aliases: _aliases, ...rest } = raw
  const definition = { ...rest, name: tool, command: ['{node}', '{tool_dir}/probe.cjs'], result: 'content', timeoutSeconds: name.includes('hang') ? 1 : 60, ...(base === null ? { inputSchema: anyText, parameters: undefined } : {}) }
  bench.scratch.write(tool, { 'tool.json': JSON.stringify(definition), 'probe.cjs': script })
  await bench.scratch.approve(tool)
  const seen = await bench.shared.invoke({ tool, args: base ?? { text: '' }, signal: bench.signal })
  return rowOf(name, 'generated', seen, wrong(seen.result))
}

const anyText = { type: 'object', additionalProperties: false, required: ['text'], properties: { text: { type: 'string', description: 'Any text at all.' } } }

/** Hostile texts arrive unchanged: the script prints the hash of what it read. */
async function echoRow(bench: Bench): Promise<Row> {
  const tool = `wenqu_probe_${(made += 1)}`
  bench.scratch.write(tool, { 'tool.json': JSON.stringify({ name: tool, description: 'Prints a hash.', inputSchema: anyText, command: ['{node}', '{tool_dir}/probe.cjs'], effects: ['read'] }), 'probe.cjs': echoScript })
  await bench.scratch.approve(tool)
  const all = { text: hostileTexts.map(([, text]) => text).join('\n') }
  const seen = await bench.shared.invoke({ tool, args: all, signal: bench.signal })
  return rowOf('hostile texts arrive unchanged', 'generated', seen, seen.result.content === sha256(`${JSON.stringify(all)}\n`) ? null : 'the script read something else')
}
