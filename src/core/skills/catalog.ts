import type { Locale } from '@shared/settings'
import { neutralised } from '../web/remote-text'
import type { SkillText } from './skill-file'
import type { Skill } from './skill-shelf'

/** The list of skills in a prompt: by priority, then id, those for the novel's language (04 §6, 07 §7). Empty: no skills. */
export function skillCatalog(skills: readonly (Skill & { text: SkillText })[], locale: Locale, pack: 'nbook' | 'noeta' | 'both'): string {
  const fitting = skills.filter(({ text }) => text.locale === null || text.locale === locale)
  if (fitting.length === 0) return ''
  const how = pack === 'noeta' ? 'Call skill with an id, alone in a reply, before work it fits.' : 'Before work that one fits, open its file with read and follow it.'
  const rows = fitting.map(({ id, file, text }) => {
    const about = [text.description, ...(text.when === '' ? [] : [`When: ${text.when}`])].join(' ')
    return `- ${id}${text.title === id ? '' : ` (${text.title})`}${text.version === null ? '' : ` v${text.version}`}: ${about}${pack === 'noeta' ? '' : ` File: ${file}`}`
  })
  return neutralised(['# Skills', how, ...rows].join('\n'))
}
