import { z } from 'zod'
import { Locale } from '../settings'
import { ApprovalPolicy } from '../tool-result'
import { human, open } from './procedure'

const nothing = z.strictObject({})
const done = z.object({})

/** Who holds a project's lock (02 §4). */
export const LockHolder = z.object({ machine: z.string(), user: z.string(), pid: z.number(), at: z.string(), stale: z.boolean() })
export const OpenProject = z.object({
  project: z.string(), dir: z.string(), title: z.string(), locale: Locale, readOnly: z.boolean(), lock: LockHolder.nullable(), /** Its disk or folder takes no changes, so it can only be read. */ unwritable: z.boolean(), trusted: z.boolean(),
  approvals: ApprovalPolicy, /** Broken project settings: last good values are used. */ configError: z.string().nullable(), /** How many script tools and MCP servers there are, whatever their state. */ ownTools: z.number(),
})
export type OpenProject = z.infer<typeof OpenProject>
export const RecentProject = z.object({ dir: z.string(), title: z.string(), words: z.number(), openedAt: z.string().nullable(), missing: z.boolean() })

export const ProjectInfo = z.object({
  title: z.string(), slug: z.string(), dir: z.string(), locale: Locale, words: z.number(), wordsWithPunctuation: z.number(),
  counts: z.object({ acts: z.number(), chapters: z.number(), scenes: z.number(), threads: z.number(), phases: z.number(), promises: z.number(), decisions: z.number(), subjects: z.number(), slices: z.number(), sessions: z.number() }),
  bytes: z.number(), trusted: z.boolean(), schemaVersion: z.object({ project: z.number(), sessions: z.number() }),
})
export type ProjectInfo = z.infer<typeof ProjectInfo>

export const projectProcedures = {
  'projects.recent': open('Projects opened before and those found in the default folder.', nothing, z.object({ projects: z.array(RecentProject) })),
  'projects.checkFolder': open('Whether a project may be made at a place; warns of synced folders.', z.strictObject({ dir: z.string() }), z.object({ writable: z.boolean(), reason: z.string().nullable(), synced: z.string().nullable(), exists: z.boolean(), empty: z.boolean() })),
  'projects.create': human('Makes a project folder and opens it; a project made here is trusted.', z.strictObject({ title: z.string(), dir: z.string().optional(), locale: Locale, sample: z.string().optional() }), OpenProject),
  'projects.open': open('Opens a project folder; read-only while another installation holds it.', z.strictObject({ dir: z.string() }), OpenProject),
  'projects.close': open('Gives a project back.', z.strictObject({ project: z.string() }), done),
  'projects.info': open('Title, counts, 字数, sizes.', z.strictObject({ project: z.string() }), ProjectInfo),
  'projects.takeOverLock': human('Takes a stale lock over.', z.strictObject({ project: z.string() }), OpenProject),
  'projects.setTrust': human('Trusts a project folder, or no longer.', z.strictObject({ project: z.string(), trusted: z.boolean() }), OpenProject),
  'projects.setApprovals': human('Sets the approval policy of a project.', z.strictObject({ project: z.string(), approvals: ApprovalPolicy }), OpenProject),
  'projects.setTitle': human('Renames a project (its manifest title).', z.strictObject({ project: z.string(), title: z.string() }), OpenProject),
} as const
