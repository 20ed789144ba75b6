import { z } from 'zod'
import { authorizeAnywhere } from '../../anywhere'
import { defineTool } from '../../define-tool'
import type { GrepRequest } from '../../search/grep-request'

const input = z.strictObject({
  pattern: z.string().min(1).describe('Regular expression of ripgrep; no look-around.'),
  path: z.string().min(1).optional().describe('Folder or file to search. When omitted: the project.'),
  glob: z.string().min(1).optional().describe('Only files of this ripgrep glob, e.g. *.md. When omitted: all.'),
  type: z.string().min(1).optional().describe('Only files of this ripgrep type, e.g. md. When omitted: all.'),
  output_mode: z.enum(['files_with_matches', 'content', 'count']).optional().describe('What is shown. When omitted: files_with_matches.'),
  '-i': z.boolean().optional().describe('Ignore case. When omitted: false.'),
  '-n': z.boolean().optional().describe('Line numbers, in content mode. When omitted: true.'),
  '-o': z.boolean().optional().describe('Only the matched text, one row per hit. When omitted: false.'),
  '-u': z.boolean().optional().describe('Hidden and ignored files too. When omitted: false.'),
  '-A': z.int().min(0).max(1_000).optional().describe('Lines shown after a hit. When omitted: 0.'),
  '-B': z.int().min(0).max(1_000).optional().describe('Lines shown before a hit. When omitted: 0.'),
  '-C': z.int().min(0).max(1_000).optional().describe('Lines on both sides; wins over -A and -B. When omitted: none.'),
  context: z.int().min(0).max(1_000).optional().describe('The same as -C. When omitted: none.'),
  head_limit: z.int().min(0).optional().describe('How many rows or files; 0 shows all. When omitted: 250.'),
  offset: z.int().min(0).optional().describe('Rows or files to pass over. When omitted: 0.'),
  multiline: z.boolean().optional().describe('Hits over several lines; the dot matches a newline. When omitted: false.'),
})

function requestOf(given: z.output<typeof input>): GrepRequest {
  const around = given.context ?? given['-C']
  return {
    pattern: given.pattern, mode: given.output_mode ?? 'files_with_matches', glob: given.glob ?? null, type: given.type ?? null,
    ignoreCase: given['-i'] === true, numbers: given['-n'] !== false, only: given['-o'] === true, unrestricted: given['-u'] === true,
    before: around ?? given['-B'] ?? 0, after: around ?? given['-A'] ?? 0, multiline: given.multiline === true, limit: given.head_limit ?? 250, offset: given.offset ?? 0,
  }
}

/** `Grep` of 06 §3: our own ripgrep over the project or any folder that may be read. */
export const grepFiles = defineTool({
  name: 'Grep',
  operation: 'file.search',
  description: 'Search the text of files by a regular expression: which files match, their lines, or how many. Works with single Chinese characters too.',
  input,
  risk: 'low',
  mutates: false,
  gate: 'risk',
  result: 'content',
  caps: { modelChars: 50_000, ownText: true },
  needs: ['files', 'search'],
  async prepare(given, { files }, { caller }) {
    const place = await authorizeAnywhere(files, caller, given.path ?? '.', { kind: 'any', missingOk: true })
    return { plan: { request: requestOf(given), ...place }, effects: [], ...(place.ask === null ? {} : { ask: place.ask }) }
  },
  async run({ request, path, ask }, { files, search }, { caller, signal }) {
    const text = await search.grep({ path, show: files.visible(caller, path, ask !== null) }, request, signal)
    return { value: text ?? `No matches found\n(${path.shown} does not exist.)`, changes: [] }
  },
  say: (text) => text,
})
