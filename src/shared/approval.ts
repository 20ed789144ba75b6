import { z } from 'zod'
import { Effect } from './tool-result'

export const ApprovalStatus = z.enum(['pending', 'approved', 'executing', 'executed', 'failed', 'unknown', 'denied', 'stale', 'expired'])
export type ApprovalStatus = z.infer<typeof ApprovalStatus>

/** The durable row behind a card (05 §6). */
export const Approval = z.object({
  id: z.string(),
  sessionId: z.number(),
  /** The root session whose window shows the card. */
  surfaceSessionId: z.number(),
  runId: z.string().nullable(),
  callId: z.string(),
  tool: z.string(),
  defHash: z.string(),
  args: z.record(z.string(), z.unknown()),
  argsHash: z.string(),
  reasons: z.array(z.object({ code: z.string(), text: z.string() })),
  effects: z.array(Effect),
  effectsHash: z.string(),
  status: ApprovalStatus,
  replaces: z.string().nullable(),
  note: z.string().nullable(),
  /** Times in UTC ISO 8601, by status. */
  at: z.record(z.string(), z.string()),
  /** Who asks: profile and session title, for the card's heading; what they had read before, where a planted instruction would come from. Rows of older versions do not know it. */
  askedBy: z.object({
    profileKey: z.string(), sessionTitle: z.string(),
    read: z.object({ named: z.array(z.object({ tool: z.string(), place: z.string() })), more: z.number() }).optional(),
  }),
})
export type Approval = z.infer<typeof Approval>
