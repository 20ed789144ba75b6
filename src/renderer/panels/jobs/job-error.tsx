import { ErrorNote } from '../../ui/error-note'
import { OriginalWords } from '../../ui/original-words'
import { visibleText } from '@shared/visible-text'
import { errorParts } from './result-words'

/** A script gives up, or refuses the part of the book it was given. */
const ownWords: ReadonlySet<string> = new Set(['SCRIPT_ERROR', 'CHAPTER_RANGE'])

/** A script that gives up says why in its own words; the rest is for "Details". */
function OwnWords({ said, error }: { said: string; error: string }) {
  return (
    <div className="error-note" role="alert" data-testid="job-error">
      <span data-user-content>{visibleText(said)}</span>
      <OriginalWords words={visibleText(error)} />
    </div>
  )
}

/** Why a job did not work. */
export function JobError({ error }: { error: string }) {
  const parts = errorParts(error)
  if (parts === null) return <pre className="job-error" data-testid="job-error" data-user-content>{visibleText(error)}</pre>
  const { code, line, said } = parts
  if (ownWords.has(code) && said !== '' && !/^[A-Z]\w*Error: /.test(said)) return <OwnWords said={said} error={error} />
  return <ErrorNote testId="job-error" fault={{ code, message: visibleText(said), ...(line === null ? {} : { data: { line } }) }} />
}
