import type { Fault } from '@shared/fault'
import { providerTrouble } from '@shared/provider-trouble'
import { useLayout } from '../stores/layout'
import { useSection, type Section } from '../stores/settings-section'

/** Opens one section of the settings. */
export function openSettings(section: Section): void {
  useSection.getState().show(section)
  useLayout.getState().show('settings')
}

const mendedIn: Readonly<Record<string, Section>> = { KEY_MISSING: 'models', MODEL_UNKNOWN: 'models', MODEL_NO_TOOLS: 'models', MODEL_NOT_VISIBLE: 'models' }

/** A service that does not take the key, or does not know the model. */
const setWrongly = ({ code, message }: Fault): boolean => code === 'PROVIDER_ERROR' && ['key', 'model'].includes(providerTrouble(message))

/** Where the author mends what failed; null: not in the settings. */
export const sectionFor = (fault: Fault): Section | null => mendedIn[fault.code] ?? (setWrongly(fault) ? 'models' : null)
