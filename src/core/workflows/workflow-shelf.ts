import { createHash } from 'node:crypto'
import { fail, isFault, type Fault } from '@shared/fault'
import type { JobTitles } from '@shared/job'
import type { Locale } from '@shared/settings'
import { WorkflowArgHint, WorkflowPhase, type WorkflowInfo } from '@shared/workflow'
import { z } from 'zod'
import type { FlowProgram, SandboxHost } from '../sandbox/types'
import { programOf } from './check-script'
import { workflowLayers, type WorkflowFile, type WorkflowFolders } from './workflow-files'

const Text = z.union([z.string(), z.strictObject({ zh: z.string(), en: z.string() })])
type Text = z.infer<typeof Text>

/** Of the words a workflow says of itself. */
export type Language = 'zh' | 'en'

/** What `export default` holds beside `run`. */
const Definition = z.object({
  run: z.literal('function', { error: 'run must be a function' }), key: z.string(), title: Text, description: Text, whenToUse: Text.default(''),
  argsHint: z.array(z.strictObject({ name: z.string(), label: Text, defaultValue: z.json(), pick: WorkflowArgHint.shape.pick })).default([]), phases: z.array(z.strictObject({ key: z.string(), title: Text })).default([]),
})

/** A workflow that is ready to run: checked, its types still in it, what it says of itself in one language. */
export interface LoadedWorkflow { key: string | null; title: string; /** Given in both. */ titles: JobTitles | null; source: WorkflowInfo['source']; script: string; program: FlowProgram; phases: WorkflowPhase[]; argsHint: WorkflowArgHint[]; description: string; whenToUse: string }

export interface WorkflowShelf {
  /** Keys that can be named now, sorted. */
  keys(): string[]
  list(lang?: Language): Promise<WorkflowInfo[]>
  /** WORKFLOW_UNKNOWN, WORKFLOW_FORBIDDEN, WORKFLOW_SYNTAX, WORKFLOW_INVALID. */
  load(key: string, lang?: Language): Promise<LoadedWorkflow>
  /** A script given with a call. WORKFLOW_FORBIDDEN, WORKFLOW_SYNTAX, WORKFLOW_INVALID. */
  check(script: string, surface: 'nbook' | 'noeta'): Promise<LoadedWorkflow>
}

export interface ShelfDeps extends WorkflowFolders { sandbox: Pick<SandboxHost, 'describeFlow'>; locale(): Locale }

/** Workflows of all layers (04 §12). A text is looked into in the sandbox, once per content. */
export function createWorkflowShelf(deps: ShelfDeps): WorkflowShelf {
  const layers = workflowLayers(deps)
  const looked = new Map<string, Promise<z.infer<typeof Definition> | null>>()
  const describe = (script: string, program: FlowProgram) => {
    const hash = createHash('sha256').update(program.dialect).update(script).digest('hex')
    const known = looked.get(hash) ?? deps.sandbox.describeFlow(program).then((told) => (told === null ? null : definitionOf(told)))
    looked.set(hash, known)
    // A process that died says nothing of the text.
    known.catch(() => looked.delete(hash))
    return known
  }
  const own = (): Language => (deps.locale() === 'en' ? 'en' : 'zh')
  const make = async (script: string, surface: 'nbook' | 'noeta', source: WorkflowInfo['source'], key: string | null, lang: Language): Promise<LoadedWorkflow> => {
    const program = programOf(script, surface)
    if (source !== 'script' && program.dialect !== 'definition') fail('WORKFLOW_INVALID', 'A workflow file has "export default { key, title, description, run }".')
    const told = await describe(script, program)
    if (key !== null && told !== null && told.key !== key) fail('WORKFLOW_INVALID', `Its key is "${told.key.slice(0, 60)}", its folder is named "${key}".`)
    const base = { source, script, program }
    const inLanguage = (text: Text): string => (typeof text === 'string' ? text : text[lang])
    if (told === null) return { ...base, key: null, title: titleOf(script), titles: null, phases: [], argsHint: [], description: '', whenToUse: '' }
    return {
      ...base, key: source === 'script' ? null : told.key, title: inLanguage(told.title), titles: typeof told.title === 'string' ? null : told.title, description: inLanguage(told.description), whenToUse: inLanguage(told.whenToUse),
      phases: told.phases.map(({ key, title }) => ({ key, title: inLanguage(title), ...(typeof title === 'string' ? {} : { titles: title }) })), argsHint: told.argsHint.map((hint) => ({ ...hint, label: inLanguage(hint.label) })),
    }
  }
  const loadText = async ({ key, source, path }: WorkflowFile, text: string | null, lang: Language): Promise<LoadedWorkflow> => (text === null ? fail('WORKFLOW_INVALID', `${path} cannot be read, is too large, or leads elsewhere.`) : make(text, 'nbook', source, key, lang))
  const shown = (file: WorkflowFile, lang: Language): Promise<WorkflowInfo> => {
    const text = file.text()
    return loadText(file, text, lang).then(infoOf, (error: unknown) => brokenInfo(file, text, faultOf(error)))
  }
  return {
    keys: () => layers.keys(),
    list: (lang = own()) => Promise.all(layers.files().map((file) => shown(file, lang))),
    async load(key, lang = own()) {
      const found = layers.files()
      const file = found.find((one) => one.key === key) ?? fail('WORKFLOW_UNKNOWN', `There is no workflow "${key.slice(0, 60)}".`, { pointer: '/workflowKey', actual: key, expected: found.length === 0 ? 'none is there' : `one of ${found.map((one) => one.key).join(', ')}` })
      return loadText(file, file.text(), lang)
    },
    check: (script, surface) => make(script, surface, 'script', null, own()),
  }
}

function definitionOf(told: unknown): z.infer<typeof Definition> {
  const read = Definition.safeParse(told)
  return read.success ? read.data : fail('WORKFLOW_INVALID', 'What it exports is no workflow.', { problems: read.error.issues.slice(0, 20).map((issue) => ({ pointer: `/${issue.path.join('/')}`, message: issue.message })) })
}

const TITLE = 40
/** Of a script without a name: its first line of words. */
const titleOf = (script: string): string => [...(script.split('\n').map((line) => line.replace(/^\s*\/\/\s*/, '').trim()).find((line) => line !== '') ?? 'script')].slice(0, TITLE).join('')

const infoOf = ({ key, title, description, whenToUse, source, argsHint, phases, script }: LoadedWorkflow): WorkflowInfo => ({ key: key ?? '', title, description, whenToUse, source, argsHint, phases, script, problem: null })

function brokenInfo(file: WorkflowFile, text: string | null, fault: Fault): WorkflowInfo {
  const line = fault.data?.['line']
  return { key: file.key, title: file.key, description: '', whenToUse: '', source: file.source, argsHint: [], phases: [], script: text ?? '', problem: { code: fault.code, message: fault.message, line: typeof line === 'number' ? line : null } }
}

function faultOf(error: unknown): Fault {
  if (isFault(error)) return error.fault
  throw error
}
