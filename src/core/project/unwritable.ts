import { FaultError, isFault } from '@shared/fault'
import { errorCode } from './retry'

const full = /^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR\w*)$/
const closed = /^(EROFS|EACCES|EPERM|SQLITE_READONLY\w*|SQLITE_CANTOPEN\w*)$/

/** Whether an error says that the disk or folder takes no changes. */
export const takesNoChanges = (error: unknown): boolean => !isFault(error) && closed.test(errorCode(error))

/** An error that came up while a novel was opened, in words where its disk takes no more or nothing at all (WRITE_FAILED); any other as it is. */
export function unwritable(dir: string, error: unknown): unknown {
  const cause = errorCode(error)
  const why = isFault(error) ? null : full.test(cause) ? 'its disk is full or fails' : takesNoChanges(error) ? 'its disk or folder takes no changes, and a novel is opened with a lock and a log beside it' : null
  if (why === null) return error
  return new FaultError({ code: 'WRITE_FAILED', message: `${dir} cannot be opened: ${why}. Nothing was changed, and nothing that was there is lost.`, fix: full.test(cause) ? 'Make room on that disk.' : 'Copy the novel to a place that can be written, or allow writing there.', data: { path: dir, cause } })
}
