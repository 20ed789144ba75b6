import type { Profiles } from './types'

/** What `Task` may start: public noeta profiles but the one that hands out tasks (04 §5). */
export const taskProfiles = (profiles: Profiles): string[] => profiles.list().filter((one) => one.pack === 'noeta' && one.creationMode === 'public' && one.key !== 'main').map((one) => one.key).sort()
