import { fail } from '@shared/fault'
import type { OpenedProject } from '../project/types'
import { canonicalJson } from '../tools/canonical'
import type { AnyTool } from '../tools/define-tool'
import { register, type Registered } from '../tools/registry'
import type { Prepared, Ran, ToolContext } from '../tools/types'
import { lookAtFolder, readFolder } from './folder-content'
import { outcomeOf, type Said } from './outcome'
import { checkProjectPath } from './project-path'
import type { ScriptRunner } from './run-script'
import { declared } from './shown-script'
import type { ScriptSpec, ScriptState } from './types'

/** The pipeline's timer is the last resort: the process has its own, with its grace. */
const graceMs = 10_000
const shownArgs = 4_000

export interface DefinitionParts {
  readonly project: OpenedProject
  readonly runner: ScriptRunner
  /** It wrote without declaring it. */
  undeclared(state: ScriptState): Promise<void>
}
interface Plan { readonly args: Record<string, unknown> }

/** A script tool as an ordinary tool of pack `ext` (08 §7): the same gate, the same record. */
export function scriptDefinition(state: ScriptState, spec: ScriptSpec, parts: DefinitionParts): Registered {
  const tool: AnyTool = {
    ...declared(spec, state.hash ?? ''), caps: { modelChars: spec.maxOutputChars, timeoutMs: spec.timeoutSeconds * 1_000 + graceMs },
    prepare: (args) => prepare(state, spec, parts, args as Record<string, unknown>),
    run: (plan, _services, context) => run(state, spec, parts, plan as Plan, context),
    say: (value) => (value as Said).text,
  }
  return register(tool, 'ext')
}

async function prepare(state: ScriptState, spec: ScriptSpec, { project }: DefinitionParts, args: Record<string, unknown>): Promise<Prepared<Plan>> {
  const checked = spec.input.check(args)
  for (const path of 'paths' in checked ? checked.paths : []) await checkProjectPath(project.files, path)
  return { plan: { args }, effects: [effectOf(state, spec, project, args)] }
}

/** The card (05 §6): real name, arguments, content, declared effects; what it really does is not known beforehand. */
function effectOf(state: ScriptState, spec: ScriptSpec, project: OpenedProject, args: Record<string, unknown>): Prepared<Plan>['effects'][number] {
  const text = canonicalJson(args)
  return {
    kind: 'script', target: spec.name, resolved: state.dir, before: null, after: null, action: 'run',
    preview: `${spec.name} ${text.length > shownArgs ? `${text.slice(0, shownArgs)}… (${text.length} characters)` : text}\n(declared effects: ${spec.effects.join(', ')}; what it really does is not known beforehand; files are journalled)`,
    fields: [
      { field: 'command', from: null, to: typeof spec.command === 'string' ? spec.command : JSON.stringify(spec.command) }, { field: 'arguments', from: null, to: args },
      { field: 'content', from: null, to: state.hash }, { field: 'effects', from: null, to: spec.effects.join(', ') }, { field: 'cwd', from: null, to: project.dir }, { field: 'timeout', from: null, to: `${spec.timeoutSeconds} s` },
    ],
  }
}

/** Between the check of a call and its start lies the journal's look at the project: the content is read once more. */
function unchanged({ dir, name, hash }: ScriptState): void {
  if (readFolder(dir, lookAtFolder(dir, name)).hash !== hash) fail('TOOL_NOT_APPROVED', `${name}: it changed since it was approved; it was not started.`, { fix: 'Go on without it.' })
}

async function run(state: ScriptState, spec: ScriptSpec, { runner, undeclared }: DefinitionParts, { args }: Plan, { caller, signal, output }: ToolContext): Promise<Ran<Said>> {
  const ending = await runner.run({ spec, toolDir: state.dir, args, sessionId: caller.sessionId, callId: caller.callId, signal, verify: () => unchanged(state), ...(output === undefined ? {} : { output }) })
  const ran = outcomeOf(spec, ending)
  if (ending.changes.changes.length === 0 || spec.effects.includes('write')) return ran
  await undeclared(state)
  return { ...ran, value: { text: `${ran.value.text}\n(It changed files without declaring "write"; the author must approve it again.)` } }
}
