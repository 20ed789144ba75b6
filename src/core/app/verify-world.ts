import { isFault } from '@shared/fault'
import type { Finding } from '../project/types'
import type { WorldService } from '../world/types'

const finding = (severity: Finding['severity'], code: string, message: string, path: string | null = null): Finding => ({ severity, code, message, path })

function told(path: string, look: () => Finding[]): Finding[] {
  try {
    return look()
  } catch (error) {
    if (!isFault(error)) throw error
    return [finding('error', error.fault.code, error.fault.message, path)]
  }
}

/** What `project verify` says of the world (10): both files, kept states against the history, what does not fit. A missing calendar is only told. */
export function verifyWorld(world: WorldService): Finding[] {
  const calendar = told('world/calendar.yaml', () => { world.files.calendar(); return [] })
  return [
    ...calendar.map((one): Finding => (one.code === 'CALENDAR_MISSING' ? { ...one, severity: 'notice' } : one)),
    ...told('world/schema.yaml', () => [
      ...world.verify().map((text) => finding('error', 'WORLD_DIFFERS', text)),
      ...world.issues().map((issue) => finding('warning', `${issue.label} ${issue.code}`, `${issue.subjectId} ${issue.path ?? ''}${issue.sliceId === undefined ? '' : ` (slice ${issue.sliceId})`}: ${issue.message}`)),
    ]),
  ]
}
