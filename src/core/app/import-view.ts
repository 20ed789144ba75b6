import { basename } from 'node:path'
import type { ImportView } from '@shared/procedures/import'
import type { ImportEncoding, ImportPlan, SplitRule } from '@shared/import-plan'
import { ImportEncoding as Encodings } from '@shared/import-plan'
import { fail } from '@shared/fault'
import { planDocxImport } from '../exchange/docx-import'
import { planFolderImport } from '../exchange/folder-import'
import { isFolderSource } from '../exchange/folder-source'
import { planTxtImport, ruleHits } from '../exchange/import-plan'
import type { PlannedImport } from '../exchange/import-plan'

/** One import as it stands before and while it runs. `text` is what the plan's offsets point into. */
export interface OpenImport { id: string; file: string; bytes: Uint8Array; plan: ImportPlan; text: string; before: boolean; /** When another version of it was imported (ISO). */ earlier: string | null }

interface Choice { encoding?: string | undefined; rule?: string | undefined }

const sampleLength = 200

/** Reads the bytes anew with another encoding or rule; `rule` is a rule's key, or `pattern:` and an expression of the author's own. */
export async function planImport(file: string, bytes: Uint8Array, choice: Choice): Promise<PlannedImport> {
  const planned = await read(file, bytes, choice)
  if (!/\S/.test(planned.text)) fail('IMPORT_EMPTY', 'This file is empty.', { pointer: '/file', actual: shownName(file) })
  return planned
}

async function read(file: string, bytes: Uint8Array, choice: Choice): Promise<PlannedImport> {
  if (isFolderSource(bytes)) return planFolderImport(bytes)
  const rule = choice.rule === undefined ? {} : { rule: ruleOf(choice.rule) }
  if (/\.docx$/i.test(file)) return planDocxImport(bytes, rule)
  return planTxtImport(bytes, { ...rule, isMarkdown: /\.md$/i.test(file), ...(choice.encoding === undefined ? {} : { encoding: encodingOf(choice.encoding) }) })
}

function encodingOf(name: string): ImportEncoding {
  const found = Encodings.safeParse(name)
  return found.success ? found.data : fail('ARGS_INVALID', `There is no encoding "${name}".`, { pointer: '/encoding', actual: name, expected: Encodings.options.join(', ') })
}

function ruleOf(key: string): SplitRule {
  if (key === 'auto' || key === 'numbers' || key === 'none' || key === 'headings') return { kind: key }
  if (key.startsWith('pattern:')) return { kind: 'pattern', pattern: key.slice('pattern:'.length) }
  return fail('ARGS_INVALID', `There is no rule "${key}".`, { pointer: '/rule', actual: key, expected: 'auto, numbers, none, headings or pattern:…' })
}

/** A folder is cut by its files, whatever they are. */
const byFiles = 'files'

const keyOf = (rule: SplitRule) => (rule.kind === 'pattern' ? `pattern:${rule.pattern}` : rule.kind)

/** What the Import panel shows (09 §15). */
export function viewOf({ id, file, bytes, plan, text, before, earlier }: OpenImport): ImportView {
  const hits = ruleHits(text).filter(({ key }) => key !== 'headings' || plan.format === 'txt')
  const rule = plan.format === 'folder' ? byFiles : keyOf(plan.rule)
  const ticked = plan.rows.filter((row) => row.ticked).length
  const rules = plan.format === 'folder' ? [{ key: byFiles, hits: ticked }] : [...(plan.format === 'docx' ? [{ key: 'headings', hits: plan.rule.kind === 'headings' ? ticked : 0 }] : []), ...hits, ...(plan.rule.kind === 'pattern' ? [{ key: rule, hits: ticked }] : [])]
  return {
    importId: id, file, folder: plan.format === 'folder', bytes: bytes.byteLength, encoding: plan.encoding, alternatives: plan.alternatives, sample: text.slice(0, sampleLength), rules, rule,
    rows: plan.rows.map(({ id: row, kind, title, words, ticked: on, reason, adverts, start, end, skipped, noAct }) => ({ id: row, kind, title, words, ticked: on, reason: reason ?? null, adverts, start, end, skipped: skipped !== null, noAct: noAct === true })),
    totalCharacters: plan.totalCharacters, coveredCharacters: Math.round(plan.coverage * plan.totalCharacters), notTaken: notTakenOf(plan), lost: lostOf(plan), lossAccepted: plan.lossAccepted, importedBefore: before, earlierVersion: earlier,
  }
}

export const notTakenOf = (plan: ImportPlan) => plan.notTaken.map(({ detail, reason, characters }) => ({ what: reason === 'invalid-bytes' ? `${detail} (${characters})` : detail, reason }))

const lostOf = (plan: ImportPlan) => plan.notTaken.flatMap(({ reason, detail, characters }) => (reason === 'invalid-bytes' ? [{ title: detail, characters }] : []))

/** A row's text as a text field holds it: line ends are one character there. */
export function rowText(open: OpenImport, row: string): string {
  const found = open.plan.rows.find((one) => one.id === row) ?? fail('IMPORT_ROW', `There is no row ${row} in this import.`, { actual: row })
  return open.text.slice(found.start, found.end).replaceAll('\r\n', '\n')
}

/** From a place in `rowText` to a place in the whole text. */
export function wholeOffset(open: OpenImport, row: string, offset: number): number {
  const found = open.plan.rows.find((one) => one.id === row) ?? fail('IMPORT_ROW', `There is no row ${row} in this import.`, { actual: row })
  let at = found.start
  for (let left = offset; left > 0 && at < found.end; left -= 1) at += open.text.startsWith('\r\n', at) ? 2 : 1
  return at
}

export const shownName = (file: string) => basename(file)
