import { fail } from '@shared/fault'
import { z } from 'zod'
import type { SafePath } from '../../../project/types'
import { authorizeAnywhere } from '../../anywhere'
import { defineTool } from '../../define-tool'
import type { FileService } from '../../file-service'
import { fileKind } from '../../image-kind'
import { servedRanges } from '../../read-registry'
import { showNumberedRows } from '../../read-view'
import type { Window } from '../../scan-lines'
import type { Caller, Ran } from '../../types'

const MAX_BYTES = 102_400
const MAX_IMAGE = 5 * 1_048_576
const RESULT = 'result://'

interface Plan { path: SafePath | null; callId: string | null; window: Window }

/** `Read` of 06 §3: numbered rows of a text, a picture, or rows of an earlier result; every text read is registered. */
export const readFileTool = defineTool({
  name: 'Read',
  operation: 'file.read',
  description: 'Read a text file with line numbers, a PNG, JPEG, GIF or WebP picture, or a long result by its result:// address. Read a file before you change it.\n\nUp to 2,000 lines or 100 KB at once; the note at the end names the offset to go on from. Lines over 2,000 characters are cut.',
  input: z.strictObject({
    file_path: z.string().min(1).describe('Path in the project, an absolute path, or result://<callId>.'),
    offset: z.int().min(1).optional().describe('First line, counted from 1. When omitted: 1.'),
    limit: z.int().min(1).optional().describe('How many lines. When omitted: 2000.'),
  }),
  risk: 'low',
  mutates: false,
  gate: 'risk',
  result: 'content',
  caps: { limitsItself: true, ownText: true },
  needs: ['files'],
  async prepare({ file_path, offset, limit }, { files }, { caller }) {
    const window: Window = { from: offset ?? 1, maxLines: limit ?? 2_000, maxBytes: MAX_BYTES, perRow: 8, clip: 2_000 }
    if (file_path.startsWith(RESULT)) return { plan: { path: null, callId: file_path.slice(RESULT.length), window } satisfies Plan as Plan, effects: [] }
    const { path, ask } = await authorizeAnywhere(files, caller, file_path, {})
    return { plan: { path, callId: null, window }, effects: [], ...(ask === null ? {} : { ask }) }
  },
  async run({ path, callId, window }, { files }, { caller }): Promise<Ran<string>> {
    if (path === null) return { value: showNumberedRows(await files.scanResult(caller.sessionId, callId ?? '', window), window.from), changes: [] }
    const { first, size } = await files.head(path, 16)
    const found = fileKind(first)
    if (found.kind === 'image') return picture(files, path, found.mime, size)
    if (found.kind === 'pdf') fail('PDF_UNSUPPORTED', `${path.shown} is a PDF (${size} bytes); only texts and pictures can be read.`)
    return rows(files, caller, path, window)
  },
  say: (text) => text,
})

async function picture(files: FileService, path: SafePath, mime: string, size: number): Promise<Ran<string>> {
  if (size > MAX_IMAGE) fail('IMAGE_TOO_LARGE', `${path.shown} has ${size} bytes; a picture may have at most ${MAX_IMAGE}.`)
  const { bytes } = await files.bytes(path)
  if (bytes.length > MAX_IMAGE) fail('IMAGE_TOO_LARGE', `${path.shown} has ${bytes.length} bytes; a picture may have at most ${MAX_IMAGE}.`)
  const blob = await files.keepImage(bytes)
  return { value: `Read image ${path.shown} (${mime}, ${bytes.length} bytes)`, changes: [], details: { image: { mime, blob, bytes: bytes.length } } }
}

async function rows(files: FileService, caller: Caller, path: SafePath, window: Window): Promise<Ran<string>> {
  const scanned = await files.scan(path, window)
  const to = window.from + scanned.rows.length - 1
  // A line of which only the start was shown was not served.
  files.registry.record(caller.sessionId, path.real, scanned.hash, servedRanges(window.from, to, scanned.clipped))
  return {
    value: showNumberedRows(scanned, window.from), changes: [],
    details: { lines: scanned.total, from: window.from, to, hash: scanned.hash, ...(scanned.hardLinks > 1 ? { hardLinks: scanned.hardLinks } : {}) },
  }
}
