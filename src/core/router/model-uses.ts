import type { ModelUses } from '@shared/procedures/settings'
import type { Core, ProjectRuntime } from '../app/types'

type Meant = (id: string) => boolean

const names = (meant: Meant, id: string | null | undefined): boolean => id !== null && id !== undefined && meant(id)
/** Kinds of assistants whose file or settings name it, as they count in this novel. */
const profilesOf = ({ profiles }: ProjectRuntime, meant: Meant): string[] => profiles.list().flatMap(({ key, model, summarizer }) => (names(meant, model) || names(meant, summarizer) ? [key] : []))

/** Who would miss a model: the author's own choices, and what the open novels name it in. */
export function usesOf(core: Core, meant: Meant): ModelUses {
  const { models } = core.settings.get().config
  const opened = core.opened()
  return {
    default: names(meant, models.default), small: names(meant, models.small), embedding: names(meant, models.embedding),
    profiles: [...new Set(opened.flatMap((runtime) => profilesOf(runtime, meant)))].sort(),
    novels: opened.filter((runtime) => names(meant, runtime.config().config.models.default)).map(({ project }) => project.manifest().title),
    conversations: opened.reduce((sum, { agents }) => sum + agents.list().filter((session) => session.status !== 'archived' && names(meant, session.model)).length, 0),
  }
}
