import { fail } from '@shared/fault'
import { z } from 'zod'
import type { SafePath } from '../../../project/types'
import { defineTool } from '../../define-tool'
import { showRows, type Shown } from '../../read-view'

const MAX_LINES = 2_000
const MAX_BYTES = 51_200
const RESULT = 'result://'

interface Plan { path: SafePath | null; callId: string | null; offset: number; limit: number; numbered: boolean | null }

/** `read` of 06 §3: rows of a text, of the project or of an earlier result; every read is registered. */
export const read = defineTool({
  name: 'read',
  operation: 'file.read',
  description: 'Read a text file of the project, or a long result by its result:// address. Read a file before you change it.\n\nUp to 2,000 lines or 50 KB at once; the note at the end names the offset to go on from.',
  input: z.strictObject({
    path: z.string().min(1).describe('Path in the project, e.g. manuscript/vol-1/ch-01/index.md, or result://<callId>.'),
    offset: z.int().min(1).optional().describe('First line, counted from 1. When omitted: 1.'),
    limit: z.int().min(1).max(MAX_LINES).optional().describe('How many lines. When omitted: 2000.'),
    lineNumbers: z.boolean().optional().describe('Show line numbers. When omitted: only for a part of the text.'),
  }),
  risk: 'low',
  mutates: false,
  gate: 'none',
  result: 'content',
  caps: { limitsItself: true, ownText: true },
  needs: ['files'],
  async prepare({ path, offset, limit, lineNumbers }, { files }, { caller }) {
    const callId = path.startsWith(RESULT) ? path.slice(RESULT.length) : null
    const plan: Plan = {
      path: callId === null ? await files.authorize(caller, path, 'read') : null,
      callId, offset: offset ?? 1, limit: limit ?? MAX_LINES,
      numbered: lineNumbers ?? (offset !== undefined || limit !== undefined ? true : null),
    }
    return { plan, effects: [] }
  },
  async run(plan, { files }, { caller }) {
    const window = { from: plan.offset, maxLines: plan.limit, maxBytes: MAX_BYTES }
    const scanned = plan.path === null ? { ...(await files.scanResult(caller.sessionId, plan.callId ?? '', window)), hardLinks: 1 } : await files.scan(plan.path, window)
    const served = scanned.rows.length
    const last = plan.offset + served - 1
    // A line of which only the start was shown was not served.
    if (plan.path !== null) files.registry.record(caller.sessionId, plan.path.real, scanned.hash, served === 0 || scanned.firstCut ? [] : [[plan.offset, last]])
    if (served === 0 && plan.offset > Math.max(scanned.total, 1)) fail('OFFSET_PAST_END', `the text has ${scanned.total} lines; offset ${plan.offset} is past its end.`, { data: { lines: scanned.total } })
    const cut = last < scanned.total || scanned.firstCut
    const shown: Shown = { scanned, from: plan.offset, numbered: plan.numbered ?? cut, cutAt: MAX_BYTES }
    return { value: shown, changes: [], details: { lines: scanned.total, from: plan.offset, to: last, hash: scanned.hash, ...(scanned.hardLinks > 1 ? { hardLinks: scanned.hardLinks } : {}) } }
  },
  say: (shown) => showRows(shown),
})
