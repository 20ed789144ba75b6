import type { WorldFileProblem } from '@shared/procedures/world'
import { useText } from '../../../i18n/text'
import { goToLine } from './text-editor'

/** What is wrong in a text, line by line; a click goes there. */
export function ProblemList({ problems, editor }: { problems: readonly WorldFileProblem[]; editor: string }) {
  const t = useText()
  if (problems.length === 0) return null
  return (
    <section className="file-problems" role="status" data-testid="file-problems" data-value={problems.length}>
      <h2>{t('world.problems', { count: problems.length })}</h2>
      <ul>
        {problems.map((problem, at) => (
          <li key={at} data-testid="file-problem" data-value={problem.line ?? undefined}>
            {problem.line !== null && <button type="button" className="problem-line" onClick={() => goToLine(editor, problem.line ?? 1)}>{t('world.line', { line: problem.line })}</button>}
            <span data-user-content>{problem.message}</span>
            {problem.fix && <span className="muted" data-user-content>{problem.fix}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
