import { readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locale } from '@shared/settings'
import type { CoreSupervisor } from './core-supervisor'
import type { Log } from './log'

const samples = { 'zh-CN': 'changan-snow', en: 'harbour-lights' } as const

export interface SampleParts { core: Pick<CoreSupervisor, 'call'>; resources: string; defaultFolder: string; language: Locale; log: Log }

/** `--sample`: the author's copy of the sample novel in the language of the window, made at the first time, opened ever after. Null when it cannot be. */
export async function openSample({ core, resources, defaultFolder, language, log }: SampleParts): Promise<string | null> {
  const sample = samples[language]
  const title = titleOf(join(resources, 'samples', sample, 'project.yaml')) ?? sample
  const dir = join(defaultFolder, title)
  const there = await stat(join(dir, 'project.yaml')).catch(() => null)
  const answer = there ? await core.call('projects.open', { dir }, 'human') : await core.call('projects.create', { title, dir, locale: language, sample }, 'human')
  if (answer.ok) return dirOf(answer.value) ?? dir
  log.warn('sample not opened', { code: answer.fault.code, message: answer.fault.message })
  return there ? dir : null
}

const dirOf = (value: unknown) => (typeof value === 'object' && value !== null && 'dir' in value && typeof value.dir === 'string' ? value.dir : null)

/** The manifest is ours, flat, with its title on one line: no YAML parser before the window is there. */
function titleOf(manifest: string): string | null {
  try {
    return /^title:\s*(.+?)\s*$/m.exec(readFileSync(manifest, 'utf8'))?.[1]?.replace(/^(["'])(.*)\1$/, '$2') ?? null
  } catch {
    return null
  }
}
