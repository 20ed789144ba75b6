import type { ToolCall } from '@shared/session'
import type { ToolResult } from '@shared/tool-result'
import { useText } from '../../i18n/text'
import { visibleText } from '@shared/visible-text'
import { answeredIn } from './answered-words'

/** The questions of a call with what the author answered, as it was said. */
export function AnsweredQuestions({ args, result }: { args: ToolCall['args']; result: ToolResult }) {
  const t = useText()
  const answered = answeredIn(args, result.details)
  if (answered.length === 0) return null
  return (
    <dl className="answered" data-testid="answered">
      {answered.map(({ question, words }, at) => (
        <div key={at}><dt data-user-content>{visibleText(question)}</dt><dd data-user-content={words === null ? undefined : ''}>{words === null ? t('sessions.answerLeft') : visibleText(words)}</dd></div>
      ))}
    </dl>
  )
}
