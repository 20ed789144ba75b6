import { z } from 'zod'
import type { JobView } from '../../../shell/types'
import { defineTool } from '../../define-tool'

/** `BashOutput` of 06 §8: how a background job stands and what it printed since the last look; lines filtered out are consumed too. */
export const bashOutput = defineTool({
  name: 'BashOutput',
  operation: 'shell.poll',
  description: 'Read what a background command printed since you last looked, and whether it still runs.',
  input: z.strictObject({
    bash_id: z.string().describe('The id that Bash gave, e.g. bg-0123456789ab.'),
    filter: z.string().min(1).optional().describe('Show only lines that match this regular expression; the others are gone then. When omitted: all.'),
  }),
  risk: 'low',
  mutates: false,
  gate: 'risk',
  result: 'content',
  needs: ['shell'],
  async prepare({ bash_id, filter }, { shell }, { signal }) {
    // A bad expression must not cost the output: it is tried before anything is consumed.
    if (filter !== undefined) await shell.filter('', filter, signal)
    return { plan: { id: bash_id, filter: filter ?? null }, effects: [] }
  },
  async run({ id, filter }, { shell }, { caller, signal }) {
    const view = shell.poll(id, caller.sessionId)
    const text = filter === null ? view.text : await shell.filter(view.text, filter, signal)
    return { value: { view, text }, changes: [], details: { status: view.status, exitCode: view.exitCode } }
  },
  say: ({ view, text }) => {
    const shown = text.replace(/\n+$/, '')
    return [statusLine(view), ...(view.lost > 0 ? [`[${view.lost} earlier bytes were dropped]`] : []), shown === '' ? '(no new output)' : shown].join('\n')
  },
})

export const statusLine = ({ status, exitCode }: JobView): string => `status: ${status}${status === 'exited' && exitCode !== null ? ` (exit code ${exitCode})` : ''}`
