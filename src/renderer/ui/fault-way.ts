import { useLayout } from '../stores/layout'
import { useSection, type Section } from '../stores/settings-section'

/** Opens one section of the settings. */
export function openSettings(section: Section): void {
  useSection.getState().show(section)
  useLayout.getState().show('settings')
}

const mendedIn: Readonly<Record<string, Section>> = { KEY_MISSING: 'models', MODEL_UNKNOWN: 'models', MODEL_NO_TOOLS: 'models', MODEL_NOT_VISIBLE: 'models' }

/** Where the author mends what failed; null: not in the settings. */
export const sectionFor = (code: string): Section | null => mendedIn[code] ?? null
