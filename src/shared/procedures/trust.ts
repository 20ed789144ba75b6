import { z } from 'zod'
import { human, open } from './procedure'
import { ScriptStateWord, ToolLayer } from './tools'

const inProject = { project: z.string() }

/** A command that runs without asking; `subcommand` null: no word may follow, absent: any (06 §9). */
export const AllowedCommand = z.object({ program: z.string(), subcommand: z.string().nullable().optional(), label: z.string().nullable(), source: z.enum(['global', 'noeta', 'nbook']) })
export type AllowedCommand = z.infer<typeof AllowedCommand>

export const trustProcedures = {
  'rules.list': open('Commands the author allows without asking, and where each rule stands.', z.strictObject(inProject), z.object({ rules: z.array(AllowedCommand), /** The rules of the project count. */ trusted: z.boolean() })),
  'rules.offer': open('The rule that "always allow in this project" on a card would store, or why none.', z.strictObject({ ...inProject, id: z.string() }), z.object({ rule: z.object({ program: z.string(), subcommand: z.string().nullable() }).nullable(), why: z.string().nullable() })),
  'rules.forget': human('Takes a remembered command back; counts from the next call on.', z.strictObject({ ...inProject, program: z.string(), subcommand: z.string().nullable().optional(), source: z.enum(['global', 'nbook']) }), z.object({ forgotten: z.boolean() })),
  'trust.list': open('Folders trusted on this machine and script tools the author approved.', z.strictObject(inProject), z.object({
    folders: z.array(z.object({ dir: z.string(), here: z.boolean() })), tools: z.array(z.object({ name: z.string(), layer: ToolLayer, state: ScriptStateWord, profiles: z.array(z.string()), doNotAsk: z.boolean() })), error: z.string().nullable(),
  })),
  'trust.revokeFolder': human('No longer trusts a folder; counts from the next call on.', z.strictObject({ ...inProject, dir: z.string() }), z.object({})),
} as const
