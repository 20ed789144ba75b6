import { useEffect, useState } from 'react'
import type { WorldTemplate } from '@shared/procedures/world'
import { call } from '../../../bridge/call'
import { currentLocale, useText } from '../../../i18n/text'
import { novelLocale, projectId } from '../../../stores/app'
import { attempt } from '../../../stores/notices'

/** Worlds to start from; those in the novel's own language first. */
export function useTemplates(): readonly WorldTemplate[] | null {
  const [templates, setTemplates] = useState<readonly WorldTemplate[] | null>(null)
  useEffect(() => {
    let wanted = true
    void attempt(() => call('world.templates', { project: projectId() })).then((answer) => {
      const own = novelLocale()
      if (wanted) setTemplates(answer?.templates.toSorted((a, b) => Number(a.language !== own) - Number(b.language !== own)) ?? [])
    })
    return () => { wanted = false }
  }, [])
  return templates
}

export const templateName = (template: WorldTemplate): string => (currentLocale() === 'zh-CN' ? template.name.zh : template.name.en)
const aboutOf = (template: WorldTemplate): string => (currentLocale() === 'zh-CN' ? template.about.zh : template.about.en)

/** The templates as cards; picking one only fills a draft. */
export function TemplateCards({ onPick, disabled }: { onPick: (template: WorldTemplate) => void; disabled: boolean }) {
  const t = useText()
  const templates = useTemplates()
  return (
    <ul className="template-cards" aria-label={t('world.templates')} aria-busy={templates === null}>
      {(templates ?? []).map((template) => (
        <li key={template.id}>
          <button type="button" className="template-card" data-testid="world-template" data-id={template.id} disabled={disabled} onClick={() => onPick(template)}>
            <span className="template-name">{templateName(template)}</span>
            <span className="muted">{aboutOf(template)}</span>
            <span className="tag">{t(template.language === 'en' ? 'world.inEnglish' : 'world.inChinese')}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The same as a short list, above an editor. */
export function TemplateChoice({ onPick, disabled }: { onPick: (template: WorldTemplate) => void; disabled: boolean }) {
  const t = useText()
  const templates = useTemplates()
  return (
    <select className="input template-choice" data-testid="template-choice" aria-label={t('world.templates')} disabled={disabled} value="" onChange={(event) => { const found = templates?.find(({ id }) => id === event.target.value); if (found) onPick(found) }}>
      <option value="">{t('world.useTemplate')}</option>
      {(templates ?? []).map((template) => <option key={template.id} value={template.id}>{templateName(template)}</option>)}
    </select>
  )
}
