import type { ReactNode } from 'react'
import { useText } from '../../i18n/text'
import { useSection, type Section } from '../../stores/settings-section'
import { AgentsSection } from './profiles/agents-section'
import { LookSection } from './look-section'
import { ModelsSection } from './models-section'
import { NovelSection } from './novel-section'
import { SafetySection } from './safety-section'
import { WebSection } from './web-section'
import { WritingSection } from './writing-section'

const parts: Record<Section, ReactNode> = { look: <LookSection />, writing: <WritingSection />, models: <ModelsSection />, web: <WebSection />, agents: <AgentsSection />, safety: <SafetySection />, novel: <NovelSection /> }

/** Each change takes effect at once; there is no Save to forget (09 §12). */
export function SettingsPanel() {
  const t = useText()
  const section = useSection((s) => s.section)
  return (
    <div className="settings" data-testid="settings-panel">
      <div className="settings-page" key={section}><h1>{t(`settings.${section}`)}</h1>{parts[section]}</div>
    </div>
  )
}
