import { Cancelled, fail } from '@shared/fault'
import type { Session } from '@shared/session'
import type { ProseNode } from '@shared/story'
import type { ToolResult } from '@shared/tool-result'
import { z } from 'zod'
import type { Pipeline } from '../tools/types'
import { partOf, type ChapterPart } from './chapter-part'
import { localeOf, type ActivityRow, type RunRow } from './journal'

interface Asking { run: RunRow; row: ActivityRow; signal: AbortSignal }
export interface Chapter { id: string; /** Its place in the book, from 1, as the window counts. */ number: number; /** What its text names it by. */ name: string | null; title: string; act: string; /** Its text; null: not written yet. */ path: string | null }

/** The novel as a workflow sees it: through the same gate as its owner's own calls (08 §4). */
export interface Workspace {
  /** Lines of a text file; all of it unless a part is named. FILE_NOT_FOUND, PATH_OUTSIDE, TEXT_TOO_LONG and what `read` says. */
  read(asking: Asking, input: { path: string; offset?: number | undefined; limit?: number | undefined }): Promise<string>
  /** Chapters in reading order; all of them unless a part is named. CHAPTER_RANGE. */
  chapters(asking: Asking, part: ChapterPart): Promise<Chapter[]>
}

export interface WorkspaceParts { pipeline(): Pipeline; session(id: number): Session; prose(): Promise<readonly ProseNode[]> }

const MOST_CHARACTERS = 200_000
const ReadDetails = z.object({ lines: z.number(), from: z.number(), to: z.number() })
const ChapterNode = z.object({ id: z.string(), order: z.number(), name: z.string().nullable(), title: z.string() })
const TreeDetails = z.object({ acts: z.array(z.object({ title: z.string(), chapters: z.array(ChapterNode) })), ungroupedChapters: z.array(ChapterNode) })

export function createWorkspace(parts: WorkspaceParts): Workspace {
  /** `part` makes several calls of one activity different ones. */
  const call = async ({ run, row, signal }: Asking, part: number, tool: string, args: unknown): Promise<ToolResult> => {
    const owner = parts.session(run.ownerId)
    const caller = { kind: 'model' as const, sessionId: owner.id, runId: null, callId: `wf-${run.runId}-${row.n}-r${part}`, profileKey: owner.profileKey, role: owner.role, signal, approve: 'ask' as const }
    const result = await parts.pipeline().invoke(caller, tool, args)
    if (result.status === 'ok') return result
    if (result.code === 'CANCELLED') throw new Cancelled()
    // Nobody answers a card for a workflow's own reading; its owner can ask with the tool itself.
    if (result.status === 'needs_approval') parts.pipeline().expire(owner.id, 'a workflow asked for it', caller.callId)
    return fail(result.code ?? 'READ_FAILED', result.content.replace(/^\[FAIL\] [A-Z_]+: /, '').slice(0, 1_000))
  }
  return {
    async read(asking, { path, offset, limit }) {
      const rows: string[] = []
      for (let from = offset ?? 1, part = 1; ; part += 1) {
        const { content, details } = await call(asking, part, 'read', { path, offset: from, lineNumbers: false, ...(limit === undefined ? {} : { limit: limit - rows.length }) })
        const read = ReadDetails.parse(details)
        rows.push(...(read.to < read.from ? [] : content.split('\n').slice(0, read.to - read.from + 1)))
        if (rows.join('\n').length > MOST_CHARACTERS) fail('TEXT_TOO_LONG', `${path} has more than ${MOST_CHARACTERS} characters.`, { fix: 'Read it in parts with offset and limit.' })
        from = read.to + 1
        if (read.to >= read.lines || read.to < read.from || (limit !== undefined && rows.length >= limit)) return rows.join('\n')
      }
    },
    async chapters(asking, part) {
      const tree = TreeDetails.parse((await call(asking, 1, 'get_story_tree', { view: 'acts' })).details)
      const paths = new Map((await parts.prose()).map((node) => [node.chapterName, node.path]))
      const shown = (act: string) => ({ id, order, name, title }: z.infer<typeof ChapterNode>): Chapter => ({ id, number: order + 1, name, title, act, path: name === null ? null : (paths.get(name) ?? null) })
      const all = [...tree.acts.flatMap((act) => act.chapters.map(shown(act.title))), ...tree.ungroupedChapters.map(shown(''))].sort((a, b) => a.number - b.number)
      return partOf(all, part, localeOf(asking.run))
    },
  }
}
