import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ContextKind } from '@shared/context'
import type { Locale } from '@shared/settings'
import type { OpenedProject } from '../../project/types'
import { neutralised } from '../../web/remote-text'
import { PRODUCT_RULES } from '../product-rules'
import type { Profile } from '../types'

const AGENTS_BYTES = 16 * 1024
const NOTE_BYTES = 8 * 1024
const NOTES = ['index', 'context', 'memory'] as const

/** What the head is made of. */
export type HeadKind = Extract<ContextKind, 'prompt' | 'rules' | 'project' | 'agents_md' | 'notes' | 'skill_catalog' | 'workflows' | 'memory' | 'withheld'>

/** One part of the stable head. `text` empty: withheld, and shown only to the author. */
export interface HeadSection { readonly kind: HeadKind; readonly title: string; readonly text: string; readonly source: string | null; /** Bytes left out over the limit. */ readonly cut: number }

export interface HeadFacts {
  readonly profile: Profile
  /** What the session was created with, and what it is to report; null: nothing. */
  readonly initial?: Record<string, unknown>
  readonly output?: unknown
  readonly project: OpenedProject
  readonly locale: Locale
  /** Models the author lets agents name for one call, with the author's note. */
  readonly models: readonly { model: string; note?: string | undefined }[]
  /** The tools this session has. */
  readonly tools: ReadonlySet<string>
  /** Workflows it can start, by key. */
  readonly workflows?: readonly string[]
  /** The list of skills; empty: none. */
  readonly skills: string
  /** Pages of memory it may read, by name. */
  readonly memory: readonly { name: string; description: string }[]
}

/** The stable head of every request, in the fixed order of 04 §6, so that a provider's cache keeps as much as possible. */
export function headSections(facts: HeadFacts): HeadSection[] {
  const { profile, project } = facts
  return [
    whole('prompt', profile.key, promptOf(facts), `${profile.key}.md`),
    whole('rules', 'Wenqu', PRODUCT_RULES, null),
    whole('project', project.manifest().title, projectCard(facts), null),
    fileSection(project, 'agents_md', 'AGENTS.md', AGENTS_BYTES, "# AGENTS.md, the author's rules for this project"),
    ...noteSections(project, `agents/${profile.key}`),
    whole('skill_catalog', 'skills', facts.skills, null),
    whole('workflows', 'workflows', startableWorkflows(facts), null),
    whole('workflows', 'models', visibleModels(facts), null),
    whole('memory', 'memory', memoryIndex(facts), '.nbook/memory/'),
  ].flatMap((section) => section ?? [])
}

/** The head as the model reads it. */
export const headText = (sections: readonly HeadSection[]): string => sections.map((section) => section.text).filter((text) => text !== '').join('\n\n')

function whole(kind: HeadKind, title: string, text: string, source: string | null): HeadSection | null {
  return text === '' ? null : { kind, title, text, source, cut: 0 }
}

/** The profile's words; then what this session was made for and the form of its report, both fixed for its life. */
function promptOf({ profile, initial = {}, output = null }: HeadFacts): string {
  const { systemPrompt, outputSchema: _, ...rest } = profile.key === 'adhoc' ? initial : { ...initial, systemPrompt: undefined, outputSchema: undefined }
  return [
    profile.body,
    ...(typeof systemPrompt === 'string' ? [`# Your purpose, in the words of the assistant that created you\n${neutralised(systemPrompt)}`] : []),
    ...(Object.keys(initial).length > 0 && Object.values(rest).some((one) => one !== undefined) ? [`# What you were created with\n\`\`\`json\n${neutralised(JSON.stringify(rest, null, 1))}\n\`\`\``] : []),
    ...(output === null || output === undefined ? [] : [`# Your report\nEnd with report_result; its data must match this JSON Schema:\n\`\`\`json\n${neutralised(JSON.stringify(output))}\n\`\`\``]),
  ].join('\n\n')
}

function projectCard({ project, locale }: HeadFacts): string {
  const manifest = project.manifest()
  const summary = manifest.summary === undefined || manifest.summary === '' ? [] : [`Summary: ${manifest.summary.slice(0, 2_000)}`]
  return neutralised(['# The novel', `Title: ${manifest.title}`, `Project: ${project.slug}`, `Language of the novel: ${manifest.locale}`, `Language of the window: ${locale}`, ...summary].join('\n'))
}

/** A file of the author's own words to agents; never from an untrusted folder (05 §4), never through a link. */
function fileSection(project: OpenedProject, kind: HeadKind, path: string, limit: number, heading: string): HeadSection | null {
  if (!isOwnFile(project, path)) return null
  if (!project.trusted()) return { kind: 'withheld', title: path, text: '', source: path, cut: 0 }
  const bytes = readFileSync(join(project.dir, path))
  const text = neutralised(bytes.subarray(0, limit).toString('utf8').replace(/^\uFEFF/, '').replace(/\uFFFD+$/, '').trim())
  if (text === '') return null
  const cut = Math.max(0, bytes.length - limit)
  const note = cut > 0 ? `\n\n(Cut at ${limit / 1024} KB; the rest is in ${path}.)` : ''
  return { kind, title: path, text: `${heading}\n${text}${note}`, source: path, cut }
}

/** Most profiles have no folder of notes: then none is looked for. */
function noteSections(project: OpenedProject, folder: string): (HeadSection | null)[] {
  if (statSync(join(project.dir, folder), { throwIfNoEntry: false })?.isDirectory() !== true) return []
  return NOTES.map((name) => fileSection(project, 'notes', `${folder}/${name}.md`, NOTE_BYTES, `# ${folder}/${name}.md, the author's notes for you`))
}

function isOwnFile(project: OpenedProject, path: string): boolean {
  const place = join(project.dir, path)
  try {
    return lstatSync(place, { throwIfNoEntry: false })?.isFile() === true && realpathSync(place) === join(realpathSync(project.dir), path)
  } catch {
    return false
  }
}

/** By key alone: what each does is told by list_workflows, when one is wanted. */
function startableWorkflows({ workflows = [], tools }: HeadFacts): string {
  if (workflows.length === 0 || !tools.has('run_workflow') || !tools.has('list_workflows')) return ''
  return ['# Workflows you may propose with run_workflow (list_workflows says what each does)', ...workflows.map((key) => `- ${key}`)].join('\n')
}

/** Who may start other agents is told which models it may name. */
function visibleModels({ models, tools }: HeadFacts): string {
  if (models.length === 0 || !(tools.has('invoke_agent') || tools.has('run_workflow'))) return ''
  const lines = models.map(({ model, note }) => `- ${model}${note === undefined || note === '' ? '' : `: ${neutralised(note)}`}`)
  return ['# Models you may name for one call', ...lines].join('\n')
}

const INDEX_CHARACTERS = 8_000

/** One line a page; what does not fit is said, and found with memory_search. */
function memoryIndex({ memory }: HeadFacts): string {
  if (memory.length === 0) return ''
  const lines = memory.map(({ name, description }) => neutralised(description === '' ? `- ${name}` : `- ${name}: ${description}`))
  let size = 0
  const over = lines.findIndex((line) => { size += line.length + 1; return size > INDEX_CHARACTERS })
  const shown = over === -1 ? lines : lines.slice(0, over)
  const rest = shown.length < lines.length ? [`(${lines.length - shown.length} more pages; memory_search finds them.)`] : []
  return ['# Memory pages (read one with memory_read)', ...shown, ...rest].join('\n')
}
