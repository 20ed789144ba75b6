import { z } from 'zod'

export const Risk = z.enum(['low', 'medium', 'high'])
export const Gate = z.enum(['none', 'mode', 'risk', 'always'])
export const Role = z.enum(['root', 'child', 'helper', 'system'])
export const WorkMode = z.enum(['normal', 'discuss', 'plan'])
export const PermissionMode = z.enum(['default', 'acceptEdits', 'bypassPermissions'])
export const WriteMode = z.enum(['dry_run', 'apply'])
export const ApprovalPolicy = z.enum(['author', 'strict'])
export type Risk = z.infer<typeof Risk>
export type Gate = z.infer<typeof Gate>
export type Role = z.infer<typeof Role>
export type WorkMode = z.infer<typeof WorkMode>
export type PermissionMode = z.infer<typeof PermissionMode>
export type WriteMode = z.infer<typeof WriteMode>
export type ApprovalPolicy = z.infer<typeof ApprovalPolicy>

export const Change = z.object({ kind: z.string(), target: z.string(), before: z.string().nullable(), after: z.string().nullable() })
export type Change = z.infer<typeof Change>

/** What an approval card shows and what its hash covers (05 §6). `preview` is text (a unified diff for files). */
export const Effect = z.object({
  kind: z.string(),
  target: z.string(),
  resolved: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** create, change, move, trash, ask … in plain words of the effect's kind. */
  action: z.string(),
  preview: z.string(),
  /** Fields before and after for story entities; characters before and after for files. */
  /** Type of a subject of the world. */
  type: z.string().optional(),
  fields: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })).optional(),
})
export type Effect = z.infer<typeof Effect>

export const ToolStatus = z.enum(['ok', 'fail', 'needs_approval', 'denied'])
export type ToolStatus = z.infer<typeof ToolStatus>

/** One result per call: of `wenqu call`, of each batch line, of each tool event (10, 08 §4). */
export const ToolResult = z.object({
  id: z.string(),
  tool: z.string(),
  status: ToolStatus,
  code: z.string().nullable(),
  content: z.string(),
  details: z.record(z.string(), z.unknown()),
  changes: z.array(Change),
  approval: z.object({ id: z.string(), reasons: z.array(z.object({ code: z.string(), text: z.string() })), effects: z.array(Effect) }).nullable(),
  ms: z.number(),
  /** In characters; null when the whole text is shown. */
  truncated: z.object({ shown: z.number(), total: z.number(), ref: z.string() }).nullable(),
})
export type ToolResult = z.infer<typeof ToolResult>
