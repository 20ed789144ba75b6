import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseDocument, type Document } from 'yaml'
import { z } from 'zod'
import { fail } from '@shared/fault'
import { Locale } from '@shared/settings'
import { codePoints } from '@shared/story'
import { settled, stampOf } from './file-stamp'
import type { Manifest } from './types'

const upTo = (max: number, min = 0) => z.string().refine((text) => codePoints(text.trim()) >= min && codePoints(text) <= max, { message: `${min}-${max} characters` })
const ManifestFile = z.looseObject({
  kind: z.literal('novel'), title: upTo(120, 1), summary: upTo(5_000).nullish(), cover: z.string().nullish(), locale: Locale.default('zh-CN'),
})
export const manifestName = 'project.yaml'

/** `project.yaml` as text (02 §1). PROJECT_MANIFEST_INVALID with the line. */
export function parseManifest(text: string): Manifest {
  const document = parseYaml(text)
  const parsed = ManifestFile.safeParse(document.toJS() ?? {})
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const key = String(issue?.path[0] ?? '')
    invalid(`${key === '' ? '' : `"${key}": `}${issue?.message ?? 'not readable'}`, lineOfKey(text, key))
  }
  const { kind, title, summary, cover, locale } = parsed.data
  return { kind, title: title.trim(), locale, ...(typeof summary === 'string' ? { summary } : {}), ...(typeof cover === 'string' ? { cover } : {}) }
}

/** The manifest of a project folder. PROJECT_NOT_FOUND, PROJECT_MANIFEST_MISSING, PROJECT_MANIFEST_INVALID. */
export const readManifest = (dir: string): Manifest => parseManifest(manifestText(dir))

/** What tells one version of it from the next; null while its time does not. */
export function manifestStamp(dir: string): string | null {
  const found = statSync(join(dir, manifestName), { throwIfNoEntry: false })
  return found === undefined || !settled(found) ? null : stampOf(found)
}

/** Its text. PROJECT_NOT_FOUND, PROJECT_MANIFEST_MISSING, PROJECT_MANIFEST_INVALID. */
export function manifestText(dir: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(join(dir, manifestName))
  } catch {
    // What the app keeps of a novel says that it is one.
    if (existsSync(join(dir, '.nbook'))) fail('PROJECT_MANIFEST_MISSING', `${dir} is a novel whose project.yaml is missing or cannot be read; all else of it is there.`, { fix: 'Put a project.yaml there with two lines: "kind: novel" and "title: …". Then it opens again.' })
    fail('PROJECT_NOT_FOUND', `${dir} has no readable project.yaml; it is not a project.`)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return invalid('it is not UTF-8', 1)
  }
}

/** The text of a manifest with another title; comments, unknown keys and their order stay. PROJECT_MANIFEST_INVALID. */
export function withTitle(text: string, title: string): string {
  const document = parseYaml(text)
  document.set('title', title)
  return document.toString({ lineWidth: 0 })
}

/** The text of a new manifest. */
export function newManifest(manifest: { title: string; locale: Manifest['locale'] }): string {
  return `kind: novel\ntitle: ${JSON.stringify(manifest.title)}\nlocale: ${manifest.locale}\n`
}

function parseYaml(text: string): Document.Parsed {
  const document = parseDocument(text.replace(/^\uFEFF/, ''), { prettyErrors: true })
  const error = document.errors[0]
  if (error !== undefined) invalid(error.message.split('\n')[0] ?? 'not YAML', error.linePos?.[0].line ?? 1)
  return document
}

const lineOfKey = (text: string, key: string): number => (key === '' ? 1 : text.split('\n').findIndex((line) => line.startsWith(`${key}:`)) + 1 || 1)

function invalid(why: string, line: number): never {
  fail('PROJECT_MANIFEST_INVALID', `project.yaml, line ${line}: ${why}`, { pointer: '/', data: { line } })
}
