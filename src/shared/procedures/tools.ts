import { z } from 'zod'
import { Locale } from '../settings'
import { Role } from '../tool-result'
import { human, open } from './procedure'

const inProject = { project: z.string() }
const done = z.object({})

export const ToolLayer = z.enum(['global', 'project'])
export type ToolLayer = z.infer<typeof ToolLayer>
const script = { ...inProject, name: z.string().min(1).max(255), layer: ToolLayer }
export const ScriptStateWord = z.enum(['approved', 'needs_approval', 'untrusted', 'error'])
export type ScriptStateWord = z.infer<typeof ScriptStateWord>
export const ToolLoadError = z.object({ code: z.string(), message: z.string(), pointer: z.string().nullable() })

/** One definition in the set of a profile, or why it is not (04 §1.1). `state` and what follows: of script tools only. */
export const ToolListRow = z.object({
  name: z.string(), pack: z.string().nullable(), in: z.boolean(), reason: z.string(), risk: z.string().nullable(), mutates: z.boolean().nullable(), gate: z.string().nullable(),
  /** o200k tokens of the definition as this profile sees it; null: nothing to show. */ tokens: z.number().nullable(),
  layer: ToolLayer.nullable(), state: ScriptStateWord.nullable(), hash: z.string().nullable(), why: z.string().nullable(), error: ToolLoadError.nullable(),
})
export type ToolListRow = z.infer<typeof ToolListRow>

export const LintFinding = z.object({ rule: z.string(), level: z.enum(['error', 'warn']), pointer: z.string(), actual: z.string(), expected: z.string(), fix: z.string() })
export type LintFinding = z.infer<typeof LintFinding>
export const ToolTestRow = z.object({ name: z.string(), kind: z.enum(['happy', 'error', 'permission', 'generated']), verdict: z.enum(['green', 'red', 'skipped']), stage: z.string().nullable(), text: z.string().nullable(), why: z.string().nullable(), ms: z.number().nullable() })
export type ToolTestRow = z.infer<typeof ToolTestRow>
/** The last test of this very content. */
export const ToolTest = z.object({ at: z.string(), green: z.boolean(), rows: z.array(ToolTestRow), missing: z.array(z.string()), network: z.string().nullable() })
export type ToolTest = z.infer<typeof ToolTest>

export const ToolFile = z.object({ path: z.string(), bytes: z.number(), /** Null: not a text, or too large to show. */ text: z.string().nullable(), hash: z.string() })
export type ToolFile = z.infer<typeof ToolFile>
export const ToolFileChange = z.object({ path: z.string(), kind: z.enum(['added', 'removed', 'changed']), /** Null: the approved text was not kept. */ diff: z.string().nullable() })

export const ScriptTool = z.object({
  name: z.string(), layer: ToolLayer, dir: z.string(), state: ScriptStateWord, why: z.string().nullable(), error: ToolLoadError.nullable(), hash: z.string().nullable(),
  /** Profiles the approval of this content grants it to. */ profiles: z.array(z.string()), doNotAsk: z.boolean(),
  approvedAt: z.string().nullable(), /** The command is one text that a shell reads. */ shell: z.boolean(), risk: z.enum(['medium', 'high']).nullable(), effects: z.array(z.string()),
  files: z.array(ToolFile), /** Against what was approved; empty before the first approval. */ changes: z.array(ToolFileChange), test: ToolTest.nullable(), /** A test at work now. */ testing: z.object({ done: z.number(), total: z.number() }).nullable(),
})
export type ScriptTool = z.infer<typeof ScriptTool>

/** What the rules say of texts that are not saved yet (08 §9), and what a model would see. */
export const ToolCheck = z.object({
  error: ToolLoadError.nullable(), findings: z.array(LintFinding), tokens: z.object({ used: z.number(), most: z.number() }).nullable(), definition: z.object({ description: z.string(), inputSchema: z.unknown() }).nullable(),
  /** Role → whether it sees the tool. */ roles: z.array(z.object({ role: z.string(), sees: z.boolean() })),
})
export type ToolCheck = z.infer<typeof ToolCheck>

export const ToolGap = z.object({ tool: z.string(), code: z.string(), count: z.number(), lastAt: z.string(), profileKey: z.string(), args: z.string() })
export type ToolGap = z.infer<typeof ToolGap>

/** A tool of another program's folder, as it would become one of ours. */
export const ForeignTool = z.object({ from: z.string(), /** Its name here; null: it cannot be taken. */ name: z.string().nullable(), description: z.string(), notes: z.array(z.string()), why: z.string().nullable(), files: z.array(z.string()) })
export type ForeignTool = z.infer<typeof ForeignTool>

/** How a skill stands: offered, kept for the author's own `$name`, switched off, of a project that is not trusted, broken. */
export const SkillStateWord = z.enum(['on', 'named', 'off', 'untrusted', 'error'])
/** A skill of one layer (07 §7); `error`: why it cannot be used, in the words of its file's reader. */
export const SkillRow = z.object({ id: z.string(), name: z.string(), description: z.string(), layer: z.enum(['product', 'global', 'project']), state: SkillStateWord, error: z.string().nullable() })
export type SkillRow = z.infer<typeof SkillRow>

export const toolsProcedures = {
  'tools.list': open('Every tool with why it is in or out of a profile\'s set now, and what it costs in tokens.', z.strictObject({ ...inProject, profile: z.string(), role: Role.default('root'), lang: Locale.optional() }),
    z.object({ tools: z.array(ToolListRow), tokens: z.number(), most: z.number(), profiles: z.array(z.object({ key: z.string(), name: z.string() })) })),
  'tools.show': open('A definition as a profile and role see it, or why they do not.', z.strictObject({ ...inProject, name: z.string(), profile: z.string().nullable(), role: Role }),
    z.object({ absent: z.string().nullable(), description: z.string(), inputSchema: z.unknown(), hash: z.string().nullable(), tokens: z.number().nullable() })),
  'tools.script': open('A script tool: its state, files, what changed since it was approved, its last test.', z.strictObject(script), ScriptTool),
  'tools.check': open('What the rules say of a script tool with these texts in the place of its files; nothing is written.', z.strictObject({ ...script, texts: z.record(z.string(), z.string().max(300_000)) }), ToolCheck),
  'tools.create': human('Writes a small script tool that works.', z.strictObject({ ...script, language: z.enum(['sh', 'py', 'js']), description: z.string().max(300).optional() }), z.object({ dir: z.string() })),
  'tools.saveFile': human('Writes a file of a script tool if it still has `baseHash` (null: there was none).', z.strictObject({ ...script, path: z.string().min(1).max(400), text: z.string().max(300_000), baseHash: z.string().nullable() }), z.object({ hash: z.string() })),
  'tools.test': human('Begins the tests of a script tool; tooltest.progress tells how they go.', z.strictObject(script), done),
  'tools.stopTest': human('Stops the tests.', z.strictObject(script), done),
  'tools.approve': human('Approves exactly the content with this hash for these profiles; `anyway` when its tests are not green.', z.strictObject({ ...script, hash: z.string(), profiles: z.array(z.string()).min(1), doNotAsk: z.boolean(), shell: z.boolean(), anyway: z.boolean() }), done),
  'tools.revoke': human('Takes an approval back.', z.strictObject(script), done),
  'skills.list': open('Skills that count now, also broken ones and those switched off.', z.strictObject(inProject), z.object({ skills: z.array(SkillRow) })),
  'skills.setOff': human('Switches a skill off for every novel, or on again.', z.strictObject({ ...inProject, id: z.string().min(1).max(200), off: z.boolean() }), done),
  'tools.gaps': open('Calls for tools that were not there or not granted, most frequent first.', z.strictObject(inProject), z.object({ gaps: z.array(ToolGap) })),
  'tools.importLook': open('What of a ~/.nebflow/tools folder could be taken over, and what not and why. Nothing is written.', z.strictObject({ ...inProject, dir: z.string().nullable() }), z.object({ dir: z.string(), tools: z.array(ForeignTool) })),
  'tools.importTake': human('Takes chosen tools of such a folder over; none is approved by it.', z.strictObject({ ...inProject, dir: z.string(), from: z.array(z.string()).min(1).max(200), layer: ToolLayer }), z.object({ taken: z.array(z.object({ from: z.string(), name: z.string() })), refused: z.array(z.object({ from: z.string(), why: z.string() })) })),
} as const
