import { z } from 'zod'
import { compileGlob } from '../../../project/paths/glob'
import { showPath } from '../../../project/paths/syntax'
import { authorizeAnywhere } from '../../anywhere'
import { defineTool } from '../../define-tool'

/** `Glob` of 06 §3: names by a pattern, newest first. */
export const globFiles = defineTool({
  name: 'Glob',
  operation: 'file.list',
  description: 'Find files by a name pattern such as manuscript/**/*.md; the newest come first.\n\n* and ? stay inside a folder name, ** stands for any folders, {a,b} for one of several. Hidden and ignored files are not listed.',
  input: z.strictObject({
    pattern: z.string().describe('Pattern of the path below the folder, case-sensitive.'),
    path: z.string().min(1).optional().describe('Folder to look in. When omitted: the project.'),
  }),
  risk: 'low',
  mutates: false,
  gate: 'risk',
  result: 'content',
  caps: { modelChars: 50_000, timeoutMs: 60_000 },
  needs: ['files', 'search'],
  async prepare({ pattern, path }, { files }, { caller }) {
    compileGlob(pattern)
    const place = await authorizeAnywhere(files, caller, path ?? '.', { kind: 'any', missingOk: true })
    return { plan: { pattern, ...place }, effects: [], ...(place.ask === null ? {} : { ask: place.ask }) }
  },
  async run({ pattern, path, ask }, { files, search }, { caller, signal }) {
    const { names, total } = await search.glob({ path, show: files.visible(caller, path, ask !== null) }, pattern, signal)
    const prefix = path.shown === '.' ? '' : `${path.shown.replace(/\/$/, '')}/`
    return { value: { names: names.map((name) => showPath(prefix + name)), total }, changes: [], details: { shown: names.length, total } }
  },
  say({ names, total }) {
    if (names.length === 0) return 'No files found\n(Hidden and ignored files are not listed.)'
    return [...names, ...(names.length < total ? ['', `(Showing ${names.length} of ${total} files. Narrow the pattern.)`] : [])].join('\n')
  },
})
