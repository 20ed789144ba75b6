import type { Locale } from '@shared/settings'
import type { ProjectRuntime, RequestContext } from '../app/types'

/** The language of the window that asks: the author's choice, else what the window says of its system, else the novel's. What models are told does not follow it. */
export const languageOf = ({ core }: RequestContext, { project }: ProjectRuntime, window: Locale | undefined): 'zh' | 'en' => ((core.settings.get().config.ui.language ?? window ?? project.manifest().locale) === 'en' ? 'en' : 'zh')
