import { call } from '../../bridge/call'
import { currentLocale } from '../../i18n/text'
import { attempt } from '../../stores/notices'
import { enterProject } from '../../stores/start-up'

/** Asks for a TXT, Word or Markdown file; null when the picker was closed. */
export async function pickImportFile(title: string): Promise<string | null> {
  const picked = await attempt(() => call('app.pickFile', { title, extensions: ['txt', 'docx', 'md'] }))
  return picked?.path ?? null
}

/** Asks for a folder of such files; null when the picker was closed. */
export async function pickImportFolder(title: string): Promise<string | null> {
  const picked = await attempt(() => call('app.pickFolder', { title }))
  return picked?.path ?? null
}

const samples = { 'zh-CN': 'changan-snow', en: 'harbour-lights' } as const

/** Makes the author's own copy of the sample novel of the shown language and opens it. */
export async function createSample(): Promise<void> {
  const locale = currentLocale()
  const opened = await attempt(() => call('projects.create', { title: '', locale, sample: samples[locale] }))
  if (opened) await enterProject(opened)
}
