import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '@shared/settings'
import type { OpenedProject } from '../project/types'
import { PRODUCT_RULES } from './product-rules'
import type { Profile } from './types'

const AGENTS_BYTES = 16 * 1024

/** Only the engine speaks in `<system-reminder>` (04 §6). */
export const neutralised = (text: string): string => text.replace(/<(\/?)\s*system-reminder/gi, '&lt;$1system-reminder')

/** The stable head of every request, in the fixed order of 04 §6: profile, product rules, project card, AGENTS.md. */
export function systemPrompt(profile: Profile, project: OpenedProject, locale: Locale): string {
  return [profile.body, PRODUCT_RULES, projectCard(project, locale), agentsFile(project)].filter((part) => part !== '').join('\n\n')
}

function projectCard(project: OpenedProject, locale: Locale): string {
  const manifest = project.manifest()
  const summary = manifest.summary === undefined || manifest.summary === '' ? [] : [`Summary: ${manifest.summary.slice(0, 2_000)}`]
  return neutralised(['# The novel', `Title: ${manifest.title}`, `Project: ${project.slug}`, `Language of the novel: ${manifest.locale}`, `Language of the window: ${locale}`, ...summary].join('\n'))
}

/** The author's rules for agents; never from an untrusted folder (05 §4). */
function agentsFile(project: OpenedProject): string {
  const path = join(project.dir, 'AGENTS.md')
  if (!project.trusted() || !existsSync(path)) return ''
  const bytes = readFileSync(path)
  const text = bytes.subarray(0, AGENTS_BYTES).toString('utf8').replace(/\uFFFD+$/, '')
  const note = bytes.length > AGENTS_BYTES ? `\n\n(Cut at 16 KB; the rest is in AGENTS.md.)` : ''
  return `# AGENTS.md, the author's rules for this project\n${neutralised(text.trim())}${note}`
}
